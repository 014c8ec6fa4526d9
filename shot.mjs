import { chromium } from 'playwright-core'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const base = 'http://127.0.0.1:8250'
const login = await fetch(base + '/api/login', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'demo888', password: 'demo888', code: 'abcd' }),
}).then(r => r.json())
const token = login.data?.api_token ?? ''
if (!token) console.log(login)
const st = await fetch(base + '/api/protection/statement', {
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: 'Bearer ' + token },
  body: JSON.stringify({ from: '2026-09-01', to: '2026-11-23' }),
}).then(r => r.json())
console.log(JSON.stringify(st).slice(0, 900))
for (const [name, width, scheme] of [
  ['light', 390, 'light'],
  ['dark', 390, 'dark'],
  ['narrow', 320, 'light'],
]) {
  const c = await b.newContext({
    viewport: { width, height: 844 },
    colorScheme: scheme,
    deviceScaleFactor: 1,
    acceptDownloads: true,
  })
  await c.addInitScript(t => localStorage.setItem('token', t), token)
  const p = await c.newPage()
  p.on('console', m => m.type() === 'error' && console.log(name, m.text()))
  await p.goto(base + '/#/statement')
  await p.getByText('开户至今净存入').first().waitFor()
  await p.waitForTimeout(600)
  const overflow = await p.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  console.log(name, 'overflow', overflow)
  await p.screenshot({ path: `/tmp/st-${name}.png`, fullPage: true })
  await p.getByRole('button', { name: '近 30 天' }).click()
  await p.waitForTimeout(1200)
  await p.screenshot({ path: `/tmp/st-${name}-30.png` })
  await p.getByRole('tab', { name: '游戏时段' }).click()
  await p.waitForTimeout(1200)
  await p.screenshot({ path: `/tmp/st-${name}-sessions.png` })
  if (name === 'light') {
    await p.getByRole('tab', { name: '收支' }).click()
    await p.getByRole('button', { name: '自选' }).click()
    await p.waitForTimeout(500)
    await p.screenshot({ path: `/tmp/st-own.png` })
    await p.keyboard.press('Escape')
    for (const f of ['CSV', 'PDF']) {
      const [d] = await Promise.all([
        p.waitForEvent('download'),
        p.getByRole('button', { name: '下载 ' + f }).click(),
      ])
      await d.saveAs('/tmp/' + d.suggestedFilename())
      console.log(d.suggestedFilename())
    }
  }
  await c.close()
}
await b.close()
