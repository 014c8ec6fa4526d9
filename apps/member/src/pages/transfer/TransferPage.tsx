import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { WalletVault } from '../../app/wallet/WalletVault.tsx'
import { Alert } from '../../ui/Card.tsx'
import { Switch } from '../../ui/field/Switch.tsx'
import { confirm } from '../../ui/layer/confirm.tsx'
import { Manual } from './Manual.tsx'
import { useAutomatic, useWallets } from './useTransfer.ts'
import css from './transfer.module.css'

export default function TransferPage() {
  const { member, venues, platform, wallets, automatic, known } = useWallets()
  return (
    <main>
      <div className="page stack">
        <WalletVault title="平台钱包" venues={venues} first={4} />
        <Automatic on={automatic} known={known} />
        {!known && member.isError && <FailedAnswer of={member} />}
        {automatic && (
          <Alert kind="blue">
            已开启自动免转：进入游戏时余额自动转入该场馆，离开后自动回到平台钱包。需要手动转账请先关闭；每次转入的上限在“我的钱包”里设置。
          </Alert>
        )}
      </div>
      {known && !automatic && <Manual platform={platform} venues={wallets} />}
    </main>
  )
}

/** The switch says what it does before it does it: money will move without being asked again. */
function Automatic({ on, known }: { on: boolean; known: boolean }) {
  const change = useAutomatic()
  async function turn(next: boolean) {
    if (
      next &&
      !(await confirm({
        title: '开启自动免转',
        text: '开启后，每次进入游戏，平台钱包的余额会自动转入该场馆；离开游戏后自动转回，未结注单除外。可随时关闭。',
        yes: '开启',
        icon: 'transfer',
      }))
    )
      return
    change.run({ transferstatus: next ? 1 : 0 })
  }
  return (
    <section className={`card ${css.auto}`}>
      <span>
        <b>自动免转</b>
        <br />
        <span className="t-12 faint">开启后余额自动转入游戏场馆</span>
      </span>
      <Switch
        label="自动免转"
        on={on}
        disabled={!known || change.busy}
        onChange={next => void turn(next)}
      />
    </section>
  )
}
