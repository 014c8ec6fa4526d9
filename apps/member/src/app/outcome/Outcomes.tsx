import type { Outcome } from '@tianping/contract/wallet/facts'
import type { CallName } from '@tianping/contract'
import { PLATFORM } from '@tianping/contract/wallet/rules'
import { useEffect, useState } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { yuanText } from '../../ui/Money.tsx'
import type { IconName } from '../../ui/picture/icons.ts'
import { forgetAction } from '../actionKeys.ts'
import { refresh, useAnswer } from '../calls.ts'
import { dropDraftsUnder } from '../form/draft.ts'
import { useLostSince } from '../reach.ts'
import { recordTypes, type RecordType } from '../records/recordTypes.ts'
import { href } from '../routes/paths.ts'
import { useLoggedIn } from '../session.ts'
import { moneyCalls } from './moneyCalls.ts'
import { noteLanded, noteSettled, useUnsettled, type Unsettled } from './unsettled.ts'
import css from './outcome.module.css'

/** While the outcome is unknown it is asked for this often, in ms. */
const askMs = 2_500

type Told = { one: Unsettled; state: Exclude<Outcome, 'working'>; orderNo: string; words: string }

/** How the names of the drafts begin that an action was typed in. */
const drafts: Partial<Record<Unsettled['call'], string>> = {
  'POST /api/transfer': 'transfer',
  'POST /api/withdraw': 'withdrawal',
  'POST /api/recharge': 'recharge/',
}

/** Lists that show a claim, beside the balances. */
const lists: Partial<Record<Unsettled['call'], readonly CallName[]>> = {
  'POST /api/douserredpacket': ['GET /api/userredpacket', 'POST /api/redpacket'],
  'POST /api/packetWindowClaim': ['POST /api/packetWindows', 'POST /api/redpacket'],
  'POST /api/missionClaim': ['POST /api/welfareOffers'],
  'POST /api/dofanshui': ['POST /api/getfanshui'],
  'POST /api/doactivityapply': [
    'POST /api/activityApplyLog',
    'POST /api/activitydeatil',
    'POST /api/activitylist',
  ],
}

const records = (type: RecordType) => href('/transRecord', { type })

/** Where claims are on record. */
const claims: Partial<Record<Unsettled['call'], string>> = {
  'POST /api/douserredpacket': href('/welfare'),
  'POST /api/packetWindowClaim': href('/welfare'),
  'POST /api/codeRedeem': href('/wageringAudit'),
  'POST /api/missionClaim': href('/welfare'),
  'POST /api/dofanshui': href('/fanshui'),
  'POST /api/doactivityapply': href('/activityRecord'),
}

/** Where it is on record; undefined where only the balance shows it. */
function recordOf({ call, source }: Unsettled, orderNo: string): string | undefined {
  if (call === 'POST /api/transfer')
    return records(source === PLATFORM ? recordTypes.transferIn : recordTypes.transferOut)
  if (call === 'POST /api/money/bring') return records(recordTypes.transferIn)
  if (call === 'POST /api/transall') return records(recordTypes.transferOut)
  if (call === 'POST /api/withdraw') return records(recordTypes.withdrawal)
  if (call !== 'POST /api/recharge') return claims[call]
  return orderNo === '' ? records(recordTypes.deposit) : href('/payInfo', { deposit_no: orderNo })
}

/** 上一笔转账 ¥100.00 */
const nameOf = ({ call, amount }: Unsettled) =>
  `上一笔${moneyCalls[call]}${amount === '' ? '' : ` ¥${yuanText(amount)}`}`

const ends: Record<Told['state'], { words: string; icon: IconName; kind: string }> = {
  done: { words: '已完成', icon: 'check', kind: css.done ?? '' },
  refused: { words: '未发生', icon: 'close', kind: css.none ?? '' },
  none: { words: '未发生，资金未变动，可重新提交', icon: 'close', kind: css.none ?? '' },
  unclear: { words: '结果请以记录为准', icon: 'info', kind: css.none ?? '' },
}

/** What became of the actions whose answers were lost, one strip each, on every page. */
export function Outcomes() {
  const loggedIn = useLoggedIn()
  return loggedIn && <Followed />
}

function Followed() {
  const [told, setTold] = useState<readonly Told[]>([])
  const open = useUnsettled()
  const lost = open.filter(({ state }) => state === 'lost')
  // Only the last action of a kind is told of: an older one gives its place to it.
  const end = (one: Told) =>
    setTold(before => [...before.filter(t => t.one.call !== one.one.call), one])
  return (
    <>
      {lost.map(one => (
        <Asked key={one.key} one={one} onEnd={end} />
      ))}
      {told
        .filter(({ one }) => !open.some(({ call }) => call === one.call))
        .map(one => (
          <Ended
            key={one.one.key}
            {...one}
            onClose={() => setTold(told.filter(other => other !== one))}
          />
        ))}
    </>
  )
}

/** Asks until the outcome is known. */
function Asked({ one, onEnd }: { one: Unsettled; onEnd: (told: Told) => void }) {
  const offline = useLostSince() !== null
  const { data } = useAnswer(
    'POST /api/outcome',
    { key: one.key },
    { everyMs: askMs, freshMs: 0, silent: true },
  )
  useEffect(() => {
    if (!data || data.state === 'working') return
    forgetAction(one.key)
    noteSettled(one.key)
    if (data.state === 'done') {
      const draft = drafts[one.call]
      if (draft) dropDraftsUnder(draft)
      noteLanded(one.call)
    }
    void refresh(
      'POST /api/user',
      'POST /api/balance',
      'POST /api/balancelist',
      'POST /api/gettransrecord',
      ...(lists[one.call] ?? []),
    )
    onEnd({ one, state: data.state, orderNo: data.order_no, words: data.message })
  })
  return (
    <p className={`strip ${css.strip}`} role="status">
      <Icon name="clock" size={20} />
      <span>
        <b>{nameOf(one)}</b>确认中
        {offline ? '，网络恢复后自动核对，请勿重复提交' : '，请勿重复提交'}
        {data?.order_no && <span className={css.no}>订单号 {data.order_no}</span>}
      </span>
    </p>
  )
}

function Ended({ one, state, orderNo, words, onClose }: Told & { onClose: () => void }) {
  const { words: end, icon, kind } = ends[state]
  const record = recordOf(one, orderNo)
  return (
    <p className={`strip ${css.strip} ${kind}`} role="status">
      <Icon name={icon} size={20} />
      <span>
        <b>{nameOf(one)}</b>
        {end}
        {state === 'refused' && `：${words || '资金未变动'}`}
        {orderNo !== '' && <span className={css.no}>订单号 {orderNo}</span>}
      </span>
      {state !== 'none' && record && (
        <a className={css.way} href={record} onClick={onClose}>
          查看
        </a>
      )}
      <IconButton icon="close" size={16} label="知道了" onClick={onClose} />
    </p>
  )
}
