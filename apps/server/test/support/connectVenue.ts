// A venue connected from the back office, by the steps of docs/venues.md.
import { expect } from 'vitest'
import { deskWithFactor } from '../console/support.ts'
import type { TestClock, TestSite } from './site.ts'

type Wanted = {
  code: string
  endpoint: string
  merchant: string
  key: { id: string; secret: string }
}
type Answer = Promise<{ code: number; message: string }>

/** Each step by the name that the page gives it, in the order of the page. */
export async function connectSteps(
  site: TestSite,
  clock: TestClock,
  { code, endpoint, merchant, key }: Wanted,
): Promise<Record<string, () => Promise<void>>> {
  const [maker, checker] = [await deskWithFactor(site, clock), await deskWithFactor(site, clock)]
  /** Lists are read again after some seconds. */
  const later = () => clock.advance(6_000)
  async function approve() {
    const { data } = await checker.call('POST /api/console/rules/show', { key: `venue:${code}` })
    const id = data.proposal?.id ?? 0
    const answer = await checker.call('POST /api/console/rules/approve', { id, remark: '' })
    expect(answer.code, answer.message).toBe(200)
    later()
  }
  const rowOf = async () =>
    (await maker.call('POST /api/console/venues/list')).data.find(each => each.platname === code)
  const ok = async (answer: Answer) => {
    const { code: found, message } = await answer
    expect(found, message).toBe(200)
  }

  return {
    新增接入: async () => {
      await ok(
        maker.call('POST /api/console/venues/connect', {
          code,
          version: 0,
          adapter: 'v1',
          endpoint,
          merchant,
          feed_seconds: 1,
          max_transfer: '0',
          exposure: '0',
          window_day: 0,
          window_from: '00:00',
          window_until: '00:00',
          remark: '接入',
        }),
      )
      await approve()
    },
    提交密钥: async () => {
      const named = { key_id: key.id, sign_key: key.secret, verify_key: '' }
      await ok(maker.call('POST /api/console/venues/keys', { code, ...named, remark: '密钥' }))
      await approve()
    },
    测试: async () => {
      const { data } = await maker.call('POST /api/console/venues/try', { code })
      expect(data?.trial?.steps.filter(({ ok: passed }) => !passed)).toEqual([])
      expect(data?.trial).toMatchObject({ passed: true, of_present: true })
    },
    接入场馆: async () => {
      const added = { platname: code, name: '金币馆', category: 'lottery', slot_tab: '', rank: 1 }
      await ok(maker.call('POST /api/console/venues/add', added as never))
      later()
      expect(await rowOf()).toMatchObject({ state: 'maintenance', games_shown: 0 })
    },
    更新游戏: async () => {
      const venue_id = (await rowOf())?.venue_id ?? 0
      const synced = await maker.call('POST /api/console/games/sync', { venue_id })
      expect(synced.data.added).toBe(1)
      const list = await maker.call('POST /api/console/games/list', { page: 1, venue_id, q: '' })
      const [game] = list.data.data
      const { game_code = '', seen = '', rank = 0 } = game ?? {}
      const shown = { shown: 1, on_home: 0, image: '/art/tile-slots.webp' } as const
      const change = { venue_id, game_code, seen, rank, ...shown }
      await ok(maker.call('POST /api/console/games/save', change as never))
    },
    '设置 › 开放': async () => {
      const { venue_id = 0, seen = '', name = '', rank = 0 } = (await rowOf()) ?? {}
      const change = { venue_id, seen, name, rank, state: 'open', note: '开放' } as const
      await ok(maker.call('POST /api/console/venues/save', change))
      later()
      expect((await rowOf())?.state).toBe('open')
    },
  }
}
