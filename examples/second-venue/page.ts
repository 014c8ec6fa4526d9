// The page of the game, in one file and two languages.
const texts = {
  'zh-Hans': {
    title: '猜硬币',
    heads: '正面',
    tails: '反面',
    balance: '余额',
    back: '返回大厅',
    more: '转入',
    won: '猜中了，派彩 ',
    lost: '未猜中',
    demo: '试玩',
    asked: '已申请转入',
    check: '您已游戏一段时间，是否继续？',
    rules: '每次投注 10 元。猜中派彩为投注额的 1.96 倍，未猜中则失去投注额。返还率 98%。',
    gone: '本局已结束，请返回大厅重新进入',
    commit: '服务器种子哈希',
    stopped: {
      ended: '游戏时间已到',
      stake_limit: '已达到您的投注限额',
      net_limit: '已达到您的亏损限额',
      too_fast: '请稍候再投',
      funds: '余额不足',
      seed: '请重新打开游戏',
      reality_check: '请先确认游戏提醒',
    },
  },
  en: {
    title: 'Heads or tails',
    heads: 'Heads',
    tails: 'Tails',
    balance: 'Balance',
    back: 'Back to the lobby',
    more: 'Add money',
    won: 'Right. Paid ',
    lost: 'Wrong',
    demo: 'Demo',
    asked: 'More money was asked for',
    check: 'You have played for a while. Go on?',
    rules:
      'A bet is 10 yuan. A right guess pays 1.96 times the stake. A wrong guess loses it. Return 98%.',
    gone: 'This session has ended. Please go back to the lobby.',
    commit: 'Hash of the server seed',
    stopped: {
      ended: 'The time to play is over',
      stake_limit: 'Your limit of stakes is reached',
      net_limit: 'Your limit of losses is reached',
      too_fast: 'Please wait a moment',
      funds: 'Not enough money',
      seed: 'Please open the game again',
      reality_check: 'Please answer the reminder first',
    },
  },
}

/** Everything but English is answered in Chinese. */
export const languageOf = (lang: string) => (/^en\b/i.test(lang) ? 'en' : 'zh-Hans')

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, 'Noto Sans CJK SC', sans-serif }
body { margin: 0; min-height: 100dvh; display: grid; grid-template-rows: auto 1fr auto;
  background: light-dark(#f4f1ea, #17191d); color: light-dark(#222, #eee) }
header, footer { padding: 14px 18px; display: flex; justify-content: space-between; align-items: center; gap: 12px }
main { display: grid; place-content: center; justify-items: center; gap: 26px; text-align: center; padding: 0 18px }
#coin { width: 168px; aspect-ratio: 1; border-radius: 50%; display: grid; place-items: center; font-size: 34px;
  color: #5b4300; background: radial-gradient(circle at 35% 30%, #fff3c4, #e3b23c 60%, #a87612);
  box-shadow: 0 12px 30px light-dark(#0002, #0008) }
[hidden] { display: none !important }
.sides { display: flex; gap: 14px }
button, a.button { font: inherit; border: 0; border-radius: 12px; padding: 13px 26px; min-height: 48px; box-sizing: border-box;
  color: #fff; background: #2f6b4f; text-decoration: none }
button[disabled] { opacity: .5 }
.quiet { background: none; color: inherit; padding: 6px 0; min-height: 44px }
#said { min-height: 1.5em }
#balance, #more, .quiet { white-space: nowrap }
.quiet { display: inline-flex; align-items: center }
small { opacity: .8; overflow-wrap: anywhere }
`

const script = `
const T = JSON.parse(document.getElementById('texts').textContent)
const base = location.pathname.replace(/\\/play\\/.*/, '')
const $ = id => document.getElementById(id)
const hex = bytes => [...crypto.getRandomValues(new Uint8Array(bytes))].map(b => b.toString(16).padStart(2, '0')).join('')
const yuan = fen => '¥' + (fen / 100).toFixed(2)
const kept = 'session:' + location.pathname
let session = sessionStorage.getItem(kept)
let money = null
async function call(path, body) {
  const answer = await fetch(base + '/api/' + path, {
    method: 'POST', headers: { 'content-type': 'application/json', authorization: 'Bearer ' + session },
    body: JSON.stringify(body ?? {}),
  })
  if (!answer.ok) throw new Error(String(answer.status))
  return answer.json()
}
function show(state) {
  $('balance').textContent = (state.demo ? T.demo + ' ' : '') + T.balance + ' ' + yuan(state.balance)
  $('commit').textContent = T.commit + ' ' + state.commit
  $('back').href = state.lobby_url
  money = state.money
  $('more').hidden = !money
}
async function start() {
  const token = location.hash.slice(1)
  history.replaceState(null, '', location.pathname)
  if (token) {
    const entered = await call('enter', { token })
    session = entered.session
    sessionStorage.setItem(kept, session)
  }
  const state = await call('state')
  if (!state.seeded) await call('seed', { client_seed: hex(16) })
  show(state)
  // The server knows by this stream that the page is open.
  new EventSource(base + '/api/presence?session=' + session)
  for (const side of ['heads', 'tails']) $(side).disabled = false
}
async function play(side) {
  for (const each of ['heads', 'tails']) $(each).disabled = true
  try {
    const done = await call('toss', { stake: 1000, side, key: hex(16) })
    if (done.stopped === 'reality_check' && confirm(T.check)) await call('checked')
    if (done.stopped) $('said').textContent = T.stopped[done.stopped]
    else {
      $('coin').textContent = T[done.coin]
      $('said').textContent = done.payout > 0 ? T.won + yuan(done.payout) : T.lost
    }
    show(await call('state'))
  } catch { $('said').textContent = T.gone }
  for (const each of ['heads', 'tails']) $(each).disabled = false
}
for (const side of ['heads', 'tails']) $(side).onclick = () => play(side)
$('back').onclick = event => { event.preventDefault(); call('leave').finally(() => { location.href = $('back').href }) }
$('more').onclick = async () => {
  await call('money', { ref: hex(16), amount: Math.min(money.each, money.total) })
  $('said').textContent = T.asked
}
start().catch(() => { $('said').textContent = T.gone })
`

export function gamePage(lang: string): string {
  const language = languageOf(lang)
  const t = texts[language]
  return `<!doctype html>
<html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,viewport-fit=cover">
<title>${t.title}</title><style>${style}</style>
<header><a class="quiet" id="back" href="/">${t.back}</a><strong>${t.title}</strong></header>
<main><div id="coin">?</div><div id="said" role="status"></div>
<div class="sides"><button id="heads" disabled>${t.heads}</button><button id="tails" disabled>${t.tails}</button></div>
<small>${t.rules}</small><small id="commit"></small></main>
<footer><span id="balance"></span><button class="quiet" id="more" hidden>${t.more}</button></footer>
<script type="application/json" id="texts">${JSON.stringify(t)}</script><script>${script}</script></html>`
}

export const rulesPage = (lang: string) =>
  `<!doctype html><meta charset="utf-8"><title>${texts[languageOf(lang)].title}</title><p>${texts[languageOf(lang)].rules}`

export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><circle cx="48" cy="48" r="44" fill="#e3b23c"/><circle cx="48" cy="48" r="34" fill="none" stroke="#a87612" stroke-width="4"/></svg>\n'
