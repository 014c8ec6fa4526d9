import { blockKinds } from '@tianping/contract/protection/facts'
import { useUser, type User } from '../../app/account.ts'
import { dayText } from '../../app/protection.ts'
import { href } from '../../app/routes/paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card, Vault } from '../../ui/Card.tsx'
import { LinkRow, List } from '../../ui/List.tsx'
import { Money } from '../../ui/Money.tsx'
import css from './home.module.css'

type Block = NonNullable<User['block']>

/** Home of who is on a break or excluded: no game and no offer, and the way to their money. */
export function Paused({ block }: { block: Block }) {
  const user = useUser()
  return (
    <div className="stack">
      <Vault label={blockKinds[block.kind]}>
        <p className="sub">{blockKinds[block.kind]}中</p>
        <p className="t-20 b">{block.until ? `到 ${dayText(block.until)}` : '需由您申请恢复'}</p>
        <p className="sub">期间不能存款、转入场馆与游戏，取款不受影响。</p>
      </Vault>
      <Card label="中心钱包" className={css.paused}>
        <span>
          <span className="t-13 muted">可取款</span>
          <br />
          <Money yuan={user?.balance} size={28} />
        </span>
        <ButtonLink href={href('/withdrawal')}>取款</ButtonLink>
      </Card>
      <List icons label="记录与帮助">
        <LinkRow icon="shield" title="理性博彩" note="期限、限额与恢复" href={href('/protect')} />
        <LinkRow icon="receipt" title="交易记录" href={href('/transRecord')} />
        <LinkRow icon="ticket" title="投注记录" href={href('/betRecord')} />
        <LinkRow icon="headset" title="在线客服" href={href('/kefu')} />
      </List>
    </div>
  )
}
