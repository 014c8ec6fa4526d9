import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Case } from '../case.ts'
import { dataOf, hold, need, POLL_MS, refused, same, stopped, type Subject } from '../subject.ts'

const section = '5 Calls'

async function page(url: string) {
  const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(8_000) })
  const policy = answer.headers.get('content-security-policy') ?? ''
  const ancestors = /frame-ancestors ([^;]*)/.exec(policy)?.[1]?.trim() ?? null
  return { status: answer.status, ancestors, body: Buffer.from(await answer.arrayBuffer()) }
}

/** Whether a bet with these limits is taken. */
async function betWith(at: Subject, rg: object, funds: number) {
  const player = await at.player(funds)
  const game = await at.opened(player, {
    rg: {
      session_start: new Date().toISOString(),
      reality_check_min: 30,
      net_limit: null,
      ...rg,
    },
  })
  return { game, bet: (stake: number) => need(at.driver.bet)(game, stake) }
}

const play = ['open', 'bet'] as const

export const launches: Case[] = [
  {
    id: 'games',
    rule: 'games have codes of their own, and addresses that answer',
    section,
    run: async at => {
      const { items } = await at.data('games', {})
      hold(items.length > 0, 'the venue lists a game')
      same(new Set(items.map(each => each.game_code)).size, items.length, 'codes that differ')
      for (const { rules_url, icon_url, math_url, math_version, game_code } of items.slice(0, 3)) {
        for (const url of [rules_url, icon_url])
          same((await page(url)).status, 200, `the status of ${url}`)
        const { status, body } = await page(math_url)
        same(status, 200, `the status of ${math_url}`)
        const version = createHash('sha256').update(body).digest('hex')
        same(math_version, version, `math_version of ${game_code}, the SHA-256 of its math_url`)
      }
    },
  },
  {
    id: 'matches',
    rule: 'matches answers its matches, or any refusal where the venue has no book',
    section,
    run: async at => {
      const seen = await at.ask('matches', { limit: 5 })
      hold(seen.answer, 'an answer comes')
      if (seen.answer.status === 200) dataOf('matches', seen)
      else hold(seen.answer.status < 500, `no failure: HTTP ${seen.answer.status}`)
    },
  },
  {
    id: 'launch',
    rule: 'a launch answers an address with a token of 32 bytes in its fragment, good for 60 s',
    section,
    run: async at => {
      const { url, expires_at } = await at.launch(await at.player())
      const token = new URL(url).hash
      hold(token.length >= 44, 'the fragment carries a token of 32 random bytes')
      const seconds = (Date.parse(expires_at) - Date.now()) / 1_000
      hold(seconds > 0 && seconds < 62, `expires_at is ${seconds} s ahead`)
      same((await page(url)).status, 200, 'the status of the page')
    },
  },
  {
    id: 'launch-refused',
    rule: 'unknown players and games, and addresses that are no web addresses, are refused',
    section,
    run: async at => {
      const player = await at.player()
      const { game_code } = await at.game()
      const good = { player, game_code, lobby_url: 'https://member.example/' }
      refused(await at.ask('launch', { ...good, player: at.name('nobody') }), [2001])
      refused(await at.ask('launch', { ...good, game_code: 'no-such-game' }), [3001])
      const wrong = [
        { lobby_url: 'javascript:alert(1)' },
        { frame_ancestors: ['*'] },
        { lang: '!' },
      ]
      for (const change of wrong) refused(await at.ask('launch', { ...good, ...change }), [2000])
    },
  },
  {
    id: 'frame-ancestors',
    rule: 'exactly the named origins may frame a game, and nobody when none is named',
    section,
    run: async at => {
      const player = await at.player()
      const origin = 'https://member.example'
      const named = await at.launch(player, { frame_ancestors: [origin] })
      same((await page(named.url)).ancestors, origin, 'frame-ancestors with one origin named')
      const { url } = await at.launch(player)
      same((await page(url)).ancestors, `'none'`, 'frame-ancestors with none named')
    },
  },
  {
    id: 'languages',
    rule: 'a launch opens in every language, known or not',
    section,
    run: async at => {
      const player = await at.player()
      for (const lang of ['zh-CN', 'zh-Hans', 'en', 'xx-YY']) {
        const { url } = await at.launch(player, { lang })
        same((await page(url)).status, 200, `the status of the page in ${lang}`)
      }
    },
  },
  {
    id: 'devices',
    rule: 'a launch opens on a phone and on a desktop (v1.1: `device`)',
    section,
    run: async at => {
      const player = await at.player()
      for (const device of ['mobile', 'desktop'])
        same((await page((await at.launch(player, { device })).url)).status, 200, device)
    },
  },
  {
    id: 'demo',
    rule: 'a demo needs no player; a game without one refuses',
    section,
    run: async at => {
      const { game_code, demo } = await at.game()
      const asked = { demo: true, game_code, lobby_url: 'https://member.example/' }
      if (demo) await at.data('launch', asked)
      else refused(await at.ask('launch', asked), [2000, 3001])
    },
  },
  {
    id: 'kick',
    rule: 'a kick voids tokens that were not used; an unknown player is refused with 2001',
    section,
    run: async at => {
      const player = await at.player()
      await at.launch(player)
      same((await at.data('kick', { player })).tokens, 1, 'tokens voided')
      same((await at.data('kick', { player })).tokens, 0, 'tokens voided by the next kick')
      refused(await at.ask('kick', { player: at.name('nobody') }), [2001])
    },
  },
  {
    id: 'token-once',
    rule: 'the token of a launch is good once, and not after a kick',
    section,
    needs: ['open'],
    run: async at => {
      const player = await at.player()
      const { url } = await at.launch(player)
      await need(at.driver.open)(url)
      await stopped(need(at.driver.open)(url), 'a token that was used opens nothing')
      const next = await at.launch(player)
      await at.data('kick', { player })
      await stopped(need(at.driver.open)(next.url), 'a token that a kick voided opens nothing')
    },
  },
  {
    id: 'kick-session',
    rule: 'no bet is taken after a kick',
    section,
    needs: play,
    run: async at => {
      const stake = await at.stake()
      const player = await at.player(stake * 10)
      const game = await at.opened(player)
      same((await at.data('kick', { player })).sessions, 1, 'sessions ended')
      await stopped(need(at.driver.bet)(game, stake), 'no bet is taken after a kick')
      same(await at.balance(player), stake * 10, 'the balance')
    },
  },
  {
    id: 'funds',
    rule: 'no bet is taken without the money',
    section,
    needs: play,
    run: async at => {
      const player = await at.player(1)
      const game = await at.opened(player)
      await stopped(need(at.driver.bet)(game, await at.stake()), 'no bet is taken without money')
      same(await at.balance(player), 1, 'the balance')
    },
  },
  {
    id: 'stake-limit',
    rule: 'no more is staked than stake_limit, over all bets since the launch',
    section,
    needs: play,
    run: async at => {
      const stake = await at.stake()
      const { bet } = await betWith(at, { stake_limit: stake }, stake * 20)
      await bet(stake)
      await stopped(bet(stake), 'the bet above stake_limit is refused')
    },
  },
  {
    id: 'net-limit',
    rule: 'no more can be lost than net_limit',
    section,
    needs: play,
    run: async at => {
      const stake = await at.stake()
      const { bet } = await betWith(at, { net_limit: stake - 1 }, stake * 20)
      await stopped(bet(stake), 'a bet that could lose more than net_limit is refused')
    },
  },
  {
    id: 'ends-at',
    rule: 'no bet is taken from ends_at on',
    section,
    needs: play,
    run: async at => {
      const stake = await at.stake()
      const endsAt = (await at.clock()) + 4_000
      const ends_at = new Date(endsAt).toISOString()
      const { bet } = await betWith(at, { ends_at }, stake * 20)
      while ((await at.clock()) <= endsAt) await pause(POLL_MS)
      await stopped(bet(stake), 'a bet after ends_at is refused')
    },
  },
  {
    id: 'reality-check',
    rule: 'a reality check that is due is answered before the next bet',
    section,
    needs: ['open', 'bet', 'answerCheck'],
    run: async at => {
      const stake = await at.stake()
      const session_start = new Date(Date.now() - 3_600_000).toISOString()
      const { game, bet } = await betWith(at, { session_start, reality_check_min: 30 }, stake * 20)
      await stopped(bet(stake), 'a bet before the answer is refused')
      await need(at.driver.answerCheck)(game)
      await bet(stake)
    },
  },
  {
    id: 'demo-apart',
    rule: 'a demo appears in no feed',
    section,
    needs: play,
    run: async at => {
      const { game_code, demo } = await at.game()
      if (!demo) return
      const asked = { demo: true, game_code, lobby_url: 'https://member.example/' }
      const { url } = await at.data('launch', asked)
      const before = await at.end()
      const game = await need(at.driver.open)(url)
      await need(at.driver.bet)(game, await at.stake())
      same((await at.feed(before)).items.length, 0, 'records of a demo')
    },
  },
]
