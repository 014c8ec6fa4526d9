import { Alert, Card } from '../../ui/Card.tsx'
import { Tag } from '../../ui/Chip.tsx'
import { Pairs } from '../../ui/List.tsx'
import css from './usdtmore.module.css'

const protocols = [
  {
    name: 'TRC20',
    network: '波场 Tron 网络',
    start: 'T',
    speed: '快',
    fee: '低',
    safety: '高',
    suits: '小额、频繁交易',
  },
  {
    name: 'ERC20',
    network: '以太坊 Ethereum 网络',
    start: '0x',
    speed: '常有拥堵',
    fee: '较高',
    safety: '更高',
    suits: '中等金额交易',
  },
] as const

export default function UsdtmorePage() {
  return (
    <main className="page stack">
      {protocols.map(({ name, network, start, speed, fee, safety, suits }) => (
        <Card key={name} label={name}>
          <div className={css.head}>
            <h2 className="t-20">{name}</h2>
            <Tag kind="brand">{suits}</Tag>
          </div>
          <Pairs
            className={css.pairs}
            pairs={[
              { label: '所在网络', value: network },
              { label: '地址开头', value: <b>{start}</b> },
              { label: '转账速度', value: speed },
              { label: '手续费', value: fee },
              { label: '安全性', value: safety },
              { label: '适合', value: suits },
            ]}
          />
        </Card>
      ))}
      <Alert kind="red">
        两种地址不可互转。请确认转出与转入使用同一协议，选错协议，资产将无法找回。
      </Alert>
    </main>
  )
}
