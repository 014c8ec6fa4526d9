import { href } from '../../app/address.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'

/** Files for the bank, and the accounts that they may pay. */
export const Tabs = ({ current }: { current: 'batches' | 'payees' }) => (
  <LinkTabs
    label="付款批次"
    current={current}
    tabs={[
      { key: 'batches', text: '付款批次', href: '#/payout-batches' },
      { key: 'payees', text: '付款名单', href: href('/payout-batches', { tab: 'payees' }) },
    ]}
  />
)
