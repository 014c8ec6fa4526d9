import { useState } from 'react'
import { dropDraft } from '../../app/form/draft.ts'
import { WalletVault } from '../../app/wallet/WalletVault.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { Segment } from '../../ui/Tabs.tsx'
import { useFirstTab, useWithdrawal, type Preset, type Tab } from './useWithdrawal.ts'
import { WithdrawalForm, withdrawalDraft } from './WithdrawalForm.tsx'

const tabs = [
  { key: '1', label: 'USDT取款' },
  { key: '2', label: '银行卡取款' },
] as const

export default function WithdrawalPage() {
  const found = useFirstTab()
  const [first, settle] = useState(found)
  // Settled once: cards that are read anew neither move the form nor take it away.
  if (first === null && found !== null) settle(found)
  const [chosen, choose] = useState<Tab | null>(null)
  return first ? (
    <Withdrawal
      tab={chosen ?? first.tab}
      preset={chosen === null ? first.preset : 'none'}
      onChange={choose}
    />
  ) : (
    <main className="page stack" aria-busy="true" aria-label="加载中">
      <Skeleton height="52px" radius={16} />
      <Skeleton height="196px" radius={16} />
      <Skeleton height="232px" radius={16} />
    </main>
  )
}

type Props = { tab: Tab; preset: Preset; onChange: (tab: Tab) => void }

function Withdrawal({ tab, preset, onChange }: Props) {
  const state = useWithdrawal(tab)
  function change(next: Tab) {
    dropDraft(withdrawalDraft)
    onChange(next)
  }
  return (
    <main>
      <div className="page stack">
        <Segment
          label="取款方式"
          tabs={tabs}
          value={tab === 1 ? '1' : '2'}
          onChange={key => change(key === '1' ? 1 : 2)}
        />
        <WalletVault title="中心钱包" venues={state.venues} first={3} />
      </div>
      {/* Another tab is another form: what was chosen and typed is gone (P2-4-25). */}
      <WithdrawalForm key={tab} tab={tab} preset={preset} {...state} />
    </main>
  )
}
