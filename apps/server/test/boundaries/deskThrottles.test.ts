// Every throttle of the back office at its number, by the call that asks it.
import type { ConsoleCallName } from '@tianping/contract/console'
import { consoleCall, desk, PASSWORD } from '../console/support.ts'
import { openMailServer } from '../support/outside.ts'
import { examineThrottles, type Throttled } from './throttled.ts'
import { openWorld } from './world.ts'

const mail = await openMailServer()
const { site, owner, clock } = await openWorld(mail.env)
const boss = await desk(site, 'admin')
const ADDRESS = '198.51.100.7'
const TICKET = 'a'.repeat(64)

const per =
  (minutes: number) =>
  (
    bucket: string,
    attempts: number,
    [call, body, cookie = boss.cookie]: [ConsoleCallName, object, string?],
  ): Throttled => ({
    bucket,
    attempts,
    minutes,
    ask: async () => {
      const headers = { cookie, 'x-forwarded-for': ADDRESS }
      return (await consoleCall(site, call, body, headers)).json()
    },
  })
const [tenMinutes, hour] = [per(10), per(60)]
const login = { name: boss.name, password: 'wrong-1' }
const entered = await consoleCall(site, 'POST /api/console/login', { ...login, password: PASSWORD })
/** A browser that the operator came in with counts by itself. */
const device = /tianping_desk=\w+/.exec(String(entered.headers['set-cookie']))?.[0] ?? ''

examineThrottles(
  {
    'previews of journeys': hour('console:journey:', 300, [
      'POST /api/console/journeys/preview',
      { segment_id: 0, trigger: 'registered', days: 1, bonus: '', per_day: 10 },
    ]),
    'previews of segments': hour('console:segment:', 120, [
      'POST /api/console/segments/preview',
      { conditions: [{ fact: 'joined', days: 30, least: 1, most: null }] },
    ]),
    'trials of a channel': hour('trial:', 10, [
      'POST /api/console/deliveries/trial',
      { channel: 'mail', to: 'someone@example.cn' },
    ]),
    pictures: hour('console:media:', 100, [
      'POST /api/console/media/add',
      { name: '图', alt: '一张图片', content: 'aGVsbG8=' },
    ]),
    'trials of a venue': hour('console:venue-try:', 30, [
      'POST /api/console/venues/try',
      { code: 'NO' },
    ]),
    'tags on members': hour('console:tag:', 120, [
      'POST /api/console/tags/set',
      { tag_id: 1, ids: [1], on: 1, remark: '' },
    ]),
    searches: tenMinutes('console:search:', 600, ['POST /api/console/search', { q: 'nobody' }]),
    'lists as files': hour('console:export:', 60, [
      'POST /api/console/exports/begin',
      {
        list: 'POST /api/console/bets/list',
        filters: {},
        columns: ['bet_id'],
        format: 'csv',
      },
    ]),
    'several withdrawals': hour('console:bulk:', 30, [
      'POST /api/console/withdrawals/bulk',
      { numbers: ['W1'], remark: '' },
    ]),
    'several bank lines': hour('console:bulk:', 30, [
      'POST /api/console/bank-lines/bulk',
      { lines: [{ line_id: 1, deposit_no: 'D1' }] },
    ]),
    'the own password': tenMinutes('console:own:', 10, [
      'POST /api/console/account/totp/begin',
      { password: 'wrong-1' },
    ]),
    'codes of a new authenticator': tenMinutes('console:second:', 10, [
      'POST /api/console/account/totp/confirm',
      { code: '000000' },
    ]),
    'ways into another brand': tenMinutes('console:switch:', 30, [
      'POST /api/console/brands/switch',
      { brand: 'no' },
    ]),
    'log-ins, by network': tenMinutes('console:address:', 30, ['POST /api/console/login', login]),
    'log-ins, by name': tenMinutes('console:name:', 10, ['POST /api/console/login', login]),
    'log-ins, by device': tenMinutes('console:device:', 10, [
      'POST /api/console/login',
      login,
      device,
    ]),
    'log-ins from another brand': tenMinutes('console:address:', 30, [
      'POST /api/console/login/brand',
      { ticket: TICKET },
    ]),
    'passkeys, by network': tenMinutes('console:passkey:', 30, [
      'POST /api/console/login/passkey/begin',
      { ticket: '' },
    ]),
  },
  { db: owner, clock },
)
