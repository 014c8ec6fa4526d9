import type { RowOf } from '@tianping/contract'
import { cardKind } from '@tianping/contract/cards/facts'
import { useEffect, useState } from 'react'
import { useUser } from '../../app/account.ts'
import { Refused } from '../../app/api.ts'
import { useAction, useAnswer } from '../../app/calls.ts'
import { recordTypes } from '../../app/records/recordTypes.ts'
import { currentAddress, goTo } from '../../app/routes/navigation.ts'
import { addressOf } from '../../app/routes/paths.ts'
import { split } from '../../app/routes/resolve.ts'
import { useLanded } from '../../app/outcome/unsettled.ts'
import { boundKind, forgetBound } from '../../app/wallet/bound.ts'
import { useVenues, walletEveryMs } from '../../app/wallet/venues.ts'
import { confirm } from '../../ui/layer/confirm.tsx'
import { toast } from '../../ui/layer/toast.tsx'

/** How long the notice stands before the records show (P2-9-07). */
const redirectMs = 1_500

/** Stands until it was read: a toast would be gone before. */
const held = { title: '取款需等待处理', yes: '查看取款记录', no: null, icon: 'clock' } as const

/** What is held until the member has proven who they are: taken, and nothing is lost. */
const unverified = {
  title: '取款已受理，待身份认证',
  yes: '去认证',
  no: '稍后',
  icon: 'idcard',
} as const

/** 1 USDT, 2 bank card or Alipay. */
export type Tab = 1 | 2
export type Card = RowOf<'POST /api/getcard'>

/**
 * Everything the page shows of one tab. `getcard` counts the other way round: its 2 are the USDT
 * addresses.
 */
export function useWithdrawal(tab: Tab) {
  const wager = useAnswer('POST /api/getBetAmount', {}, { freshMs: 0 })
  return {
    user: useUser(),
    venues: useVenues(walletEveryMs),
    cards: useCards(tab),
    missing: wager.data?.bet_amount,
    /** Whether all goes out, whatever turnover is missing and however little it is. */
    leaves: wager.data?.leaves === 1,
    /**
     * Whether turnover is missing decides what stands on the page; without an answer it stands as
     * if none were.
     */
    asking: wager.isPending,
  }
}

const typeOf = (tab: Tab) => (tab === 1 ? cardKind.usdt : cardKind.bank)

/** Which card is chosen before the member chooses: the one just bound, or the only one there is. */
export type Preset = 'newest' | 'single' | 'none'
export const presetOf = (preset: Preset, cards: readonly Card[] = []): number => {
  const fits = preset === 'newest' || (preset === 'single' && cards.length === 1)
  return (fits && cards.at(-1)?.id) || 0
}

/**
 * The tab that shows before one is chosen: that of the kind bound a moment ago, else of the only
 * kind the member has, else USDT, the documents' first (docs/decisions/0081-forms-open-ready.md).
 * Null until the cards are known.
 */
export function useFirstTab(): { tab: Tab; preset: Preset } | null {
  const [bound] = useState(boundKind)
  useEffect(forgetBound, [])
  const [usdt, bank] = [useCards(1), useCards(2)]
  if (bound !== null) return { tab: bound === cardKind.usdt ? 1 : 2, preset: 'newest' }
  if (usdt.isLoading || bank.isLoading) return null
  const [addresses, cards] = [usdt.data?.length ?? 0, bank.data?.length ?? 0]
  if (addresses > 0 && cards > 0) return { tab: 1, preset: 'none' }
  return { tab: cards > 0 ? 2 : 1, preset: 'single' }
}

const useCards = (tab: Tab) => useAnswer('POST /api/getcard', { type: typeOf(tab) }, { freshMs: 0 })

/** Fee in USDT of one withdrawal to an address of a protocol. */
export const feeOf = (
  user: { withdrawcashfee: number; withdrawfeeusdttrc: number },
  protocol: string,
) => (protocol === 'ERC20' ? user.withdrawcashfee : user.withdrawfeeusdttrc)

/**
 * Sends the withdrawal; the records show a moment after the notice, unless the member has gone
 * elsewhere meanwhile. Why and until when a withdrawal waits is read first.
 */
export function useWithdraw({
  accepted,
  failed,
}: {
  accepted: () => void
  failed: (error: Error) => void
}) {
  useLanded('POST /api/withdraw', accepted)
  return useAction('POST /api/withdraw', {
    stale: [
      'POST /api/user',
      'POST /api/balance',
      'POST /api/getBetAmount',
      'POST /api/gettransrecord',
    ],
    failed,
    done: ({ data, message }) => {
      if (data.needs_tier > 0) void confirm({ ...unverified, text: message }).then(goVerify)
      else if (data.held_until) void confirm({ ...held, text: message }).then(showRecords)
      else {
        toast('提交成功，请等待审核')
        setTimeout(showRecords, redirectMs)
      }
      accepted()
    },
  })
}

const goVerify = (now: boolean) => (now ? goTo(addressOf('/verification')) : showRecords())

function showRecords() {
  if (split(currentAddress()).path === '/withdrawal')
    goTo(addressOf('/transRecord', { type: recordTypes.withdrawal }))
}

/**
 * How much turnover a refusal says is missing, in yuan; undefined when it refused for something
 * else.
 */
export function missingTurnover(error: Error | null): number | undefined {
  const data =
    error instanceof Refused ? (error.data as { rule?: unknown; missing?: unknown } | null) : null
  return data?.rule === 'turnover' && typeof data.missing === 'number' ? data.missing : undefined
}
