import { rows, sql, type Db } from '@tianping/database'
import { beijing, beijingDay } from '@tianping/money/day'
import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { phrases } from '../../client/phrases/en.ts'
import { phraserOf } from '../../client/phrases/phraser.ts'
import { listBeacons } from '../beacon/beacon.sql.ts'
import { gameByCode } from '../../games/registry.ts'
import { roundNow } from '../rounds/round.sql.ts'
import { beaconView } from '../rounds/tableView.ts'
import type { Venue } from '../venue.ts'

/** Every table and book has one chain a day, and a day is published the day before. */
const MOST_CHAINS = 200

type Chain = { day: string; tableCode: string; length: number; terminal: string; publishedAt: Date }

/** The terminal hashes of today and of the days that are published ahead; never a seed. */
const chainsSince = (db: Db, day: string) =>
  rows(
    db,
    sql<Chain>`select day, table_code, length, terminal, published_at from chain
    where day >= ${day} order by day, table_code limit ${MOST_CHAINS}`,
  )

async function commitments(venue: Venue) {
  const now = await roundNow(venue.db)
  const chains = await chainsSince(venue.db, beijingDay(now))
  const days = Map.groupBy(chains, chain => chain.day)
  return {
    venue: venue.publicUrl(),
    read_at: now.toISOString(),
    formula: 'terminal = SHA-256 applied `place` times to the seed of the day’s round `place`',
    beacons: (await listBeacons(venue.db)).map(beaconView),
    days: [...days].map(([day, ofDay]) => ({
      day,
      chains: ofDay.map(({ tableCode, length, terminal, publishedAt }) => ({
        code: tableCode,
        name: gameByCode(tableCode)?.name ?? tableCode,
        rounds: length,
        terminal,
        published_at: publishedAt.toISOString(),
      })),
    })),
  }
}
type Commitments = Awaited<ReturnType<typeof commitments>>

/** What the venue has committed to, for anybody: a page, and the same as a file to keep. */
export function commitmentPages(app: FastifyInstance, venue: Venue) {
  app.get('/commitments.json', async (_request, reply) => {
    const said = await commitments(venue)
    const last = said.days.at(-1)?.day ?? said.read_at.slice(0, 10)
    return reply
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'no-cache')
      .header('content-disposition', `attachment; filename="commitments-${last}.json"`)
      .type('application/json; charset=utf-8')
      .send(`${JSON.stringify(said, null, 2)}\n`)
  })
  app.get<{ Querystring: { lang?: unknown } }>('/commitments', async ({ query }, reply) => {
    const style = createHash('sha256').update(STYLE).digest('base64')
    return reply
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page(await commitments(venue), /^en\b/i.test(String(query.lang)) ? ENGLISH : CHINESE))
  })
}

const STYLE = `*{box-sizing:border-box;margin:0}:root{color-scheme:dark light;--ink:#F5F1E6;--dim:#B4BCBB;--back:#0B1016;--box:#121820;--line:rgba(255,255,255,.15);--gold:#EAC683}
@media (prefers-color-scheme:light){:root{--ink:#1C2126;--dim:#57616B;--back:#FBF8F1;--box:#fff;--line:rgba(0,0,0,.14);--gold:#7A5410}}
body{font:400 15px/1.5 "PingFang SC","HarmonyOS Sans SC","MiSans","Noto Sans CJK SC",system-ui,sans-serif;color:var(--ink);background:var(--back)}
main{max-width:640px;margin:0 auto;padding:20px 20px 48px}h1{font-size:22px;line-height:30px}h2{font-size:17px;margin:24px 0 4px}p{margin-top:8px;color:var(--dim)}
li{list-style:none;margin-top:12px}ul{padding:0}small{color:var(--dim);font-size:13px}code{display:block;margin-top:4px;padding:8px 12px;border:1px solid var(--line);border-radius:12px;background:var(--box);font:13px/20px ui-monospace,"DejaVu Sans Mono",monospace;word-break:break-all}
a{color:var(--gold)}a.file{display:block;margin-top:16px;padding:14px;border:1px solid currentColor;border-radius:12px;text-align:center;text-decoration:none;font-weight:600}`

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, sign => `&#${sign.codePointAt(0)};`)

type Texts = {
  tag: string
  verifier: string
  title: string
  head: string
  say: string
  beacon: (name: string, local: boolean) => string
  noBeacon: string
  file: string
  today: string
  ahead: string
  name: (name: string) => string
  chain: (rounds: number, at: string) => string
  read: (at: string, verifier: string) => string
}

const CHINESE: Texts = {
  tag: 'zh-CN',
  verifier: '/verify',
  title: '终值承诺 · 沙盒 · 试玩币',
  head: '终值承诺',
  say: '每个游戏每天的种子是一条倒序的 SHA-256 链。终值提前一天在这里公布：之后公开的任何一期种子，按当天的期数连续哈希都必须得到它。把文件存到自己的设备上，以后就能自己核对。',
  beacon: (name, local) =>
    `共享期还会混入信标：${name}${local ? '由本场馆自己的机器产生，不是公共信标，不能证明场馆没有挑选结果。' : '是许多机构共同运行的公共信标。'}`,
  noBeacon: '当前没有接入公共信标：盐由本场馆的机器产生。',
  file: '下载承诺文件（JSON）',
  today: '今天',
  ahead: '提前公布',
  name: name => name,
  chain: (rounds, at) => `${rounds} 期 · ${at} 公布`,
  read: (at, verifier) => `读取于 ${at}（北京时间）。验证页在 ${verifier}。`,
}

const ENGLISH: Texts = {
  tag: 'en',
  verifier: '/verify?lang=en',
  title: 'Terminal commitments · sandbox · play money',
  head: 'Terminal commitments',
  say: "Each game's seeds of a day are a SHA-256 chain in reverse. The terminal hash is published here a day ahead: any seed revealed later, hashed as often as its place in the day, must give it. Keep the file on your own device to check it yourself later.",
  beacon: (name, local) =>
    `Shared rounds also mix in a beacon: ${name}, ${local ? "made by the venue's own machine. It is not a public beacon and does not prove that the venue picked no result." : 'a public beacon run by many organisations together.'}`,
  noBeacon: "No public beacon is in use: the salt comes from the venue's own machine.",
  file: 'Download the commitments (JSON)',
  today: 'Today',
  ahead: 'Published ahead',
  name: phraserOf(phrases),
  chain: (rounds, at) => `${rounds} rounds · published ${at}`,
  read: (at, verifier) => `Read at ${at} (Beijing time). The verifier is at ${verifier}.`,
}

function page({ days, beacons, read_at: readAt }: Commitments, texts: Texts): string {
  const today = days[0]?.day
  const time = (iso: string) => beijing(new Date(iso))
  const lists = days.map(
    ({ day, chains }) =>
      `<h2>${day === today ? texts.today : texts.ahead} ${day}</h2><ul>${chains
        .map(
          ({ name, code, rounds, terminal, published_at: at }) =>
            `<li>${escaped(texts.name(name))} <small>${escaped(code)} · ${texts.chain(rounds, time(at))}</small><code>${terminal}</code></li>`,
        )
        .join('')}</ul>`,
  )
  const [beacon] = beacons
  const mixed = beacon?.present
    ? escaped(texts.beacon(texts.name(beacon.name), beacon.local))
    : texts.noBeacon
  return `<!doctype html>
<html lang="${texts.tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${texts.title}</title><style>${STYLE}</style></head>
<body><main><h1>${texts.head}</h1>
<p>${texts.say}</p>
<p>${mixed}</p>
<a class="file" href="/commitments.json">${texts.file}</a>
${lists.join('\n')}
<p>${texts.read(time(readAt), `<a href="${texts.verifier}">/verify</a>`)}</p></main></body></html>`
}
