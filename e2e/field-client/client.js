// A client as they are in the field: hash routes, a token in the session storage, calls to another
// host, polling, and games and pages of the site in frames. It knows the documents and nothing of
// this repository.
const API = new URLSearchParams(location.search).get('api')
const POLL_MS = 6_000

const $ = selector => document.querySelector(selector)
const token = () => sessionStorage.getItem('token') ?? ''

/** Like the request libraries of such clients: XMLHttpRequest, JSON, no cookies. */
function call(path, body = {}, method = 'POST') {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest()
    request.open(method, API + path)
    request.setRequestHeader('Accept', 'application/json, text/plain, */*')
    request.setRequestHeader('Content-Type', 'application/json')
    if (token()) request.setRequestHeader('Authorization', `Bearer ${token()}`)
    if (method === 'POST') request.setRequestHeader('Idempotency-Key', crypto.randomUUID())
    request.onload = () => done(JSON.parse(request.responseText))
    request.onerror = () => failed(new Error(`${path} was not answered`))
    request.send(method === 'POST' ? JSON.stringify(body) : null)
  })
}

const keep = ({ api_token }) => sessionStorage.setItem('token', api_token)
const leave = () => sessionStorage.removeItem('token')
const tell = ({ message, data }) => {
  $('p[role=status]').textContent = message
  $('pre').textContent = JSON.stringify(data, null, 1)
}
const frame = url => {
  const shown = document.createElement('iframe')
  shown.src = url
  shown.title = '页面'
  $('main').replaceChildren(shown)
}
const pictures = list =>
  $('main').replaceChildren(
    ...list.map(url => Object.assign(document.createElement('img'), { src: url, alt: '图片' })),
  )
const open = url => {
  const link = Object.assign(document.createElement('a'), {
    href: url,
    textContent: '打开付款页面',
  })
  link.target = '_blank'
  $('main').replaceChildren(link)
}

/** A screen asks for fields, makes a call with them, and shows or uses what comes back. */
const screens = {
  首页: {
    path: '/api/game/list',
    method: 'GET',
    use: list => pictures(list.map(g => g.mobile_img)),
  },
  公告: { path: '/api/homenotice' },
  轮播: { path: '/api/bannerList', fields: ['type'], use: list => pictures(list.map(b => b.src)) },
  注册: {
    path: '/api/register',
    fields: ['name', 'password', 'confirmPass', 'realname', 'paypassword', 'code'],
    use: keep,
  },
  登录: { path: '/api/login_pc', fields: ['name', 'password', 'code'], use: keep },
  我的: { path: '/api/user' },
  资料: { path: '/api/updateuserinfo', fields: ['email', 'mobile', 'birthday'] },
  银行: { path: '/api/banklist' },
  绑卡: {
    path: '/api/bindcard',
    fields: ['bank', 'bank_owner', 'bank_no', 'bank_address', 'pay_pass'],
  },
  卡包: { path: '/api/getcard', fields: ['type'] },
  存款: {
    path: '/api/recharge',
    fields: ['paytype', 'amount', 'catepay'],
    use: ({ url, payurl }) => open(url ?? payurl),
  },
  转账: { path: '/api/transfer', fields: ['sourcetype', 'targettype', 'amount'] },
  游戏: {
    path: '/api/getGameUrl',
    fields: ['plat_name', 'game_code'],
    use: ({ url }) => frame(url),
  },
  回收: { path: '/api/transall' },
  取款: { path: '/api/withdraw', fields: ['amount', 'bank', 'password'] },
  交易记录: { path: '/api/gettransrecord', fields: ['type', 'page'] },
  投注记录: { path: '/api/betrecord', fields: ['page'] },
  红包: { path: '/api/userredpacket', method: 'GET' },
  活动: {
    path: '/api/activitylist',
    fields: ['type'],
    use: ({ data }) => pictures(data.map(a => a.banner)),
  },
  消息: { path: '/api/noticeList', fields: ['page'] },
  客服: { path: '/api/getservicerurl', use: data => frame(data.url ?? data) },
  代理: { path: '/api/getAgentLoginUrl', method: 'GET', use: ({ url }) => frame(url) },
  退出: { path: '/api/logoff', use: leave },
}

function draw() {
  const name = decodeURIComponent(location.hash.slice(2)) || '首页'
  const screen = screens[name]
  $('p[role=status]').textContent = ''
  $('pre').textContent = ''
  const form = document.createElement('form')
  for (const field of screen.fields ?? []) {
    const label = document.createElement('label')
    label.append(field, Object.assign(document.createElement('input'), { name: field }))
    form.append(label)
  }
  form.append(Object.assign(document.createElement('button'), { textContent: name }))
  form.onsubmit = async event => {
    event.preventDefault()
    $('p[role=status]').textContent = ''
    const body = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''))
    const answer = await call(screen.path, body, screen.method)
    if (answer.code === 200) screen.use?.(answer.data)
    tell(answer)
  }
  $('main').replaceChildren(form)
}

async function poll() {
  if (!token()) return
  const { code, data } = await call('/api/balance')
  $('#balance').textContent = code === 200 ? data.balance : '-'
}

$('nav').replaceChildren(
  ...Object.keys(screens).map(name =>
    Object.assign(document.createElement('a'), { href: `#/${name}`, textContent: name }),
  ),
)
addEventListener('hashchange', draw)
setInterval(poll, POLL_MS)
draw()
