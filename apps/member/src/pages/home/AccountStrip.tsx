import { useUser } from '../../app/account.ts'
import { href } from '../../app/routes/paths.ts'
import { useLoggedIn } from '../../app/session.ts'
import { TotalLine } from '../../app/wallet/TotalLine.tsx'
import { Tag } from '../../ui/Chip.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { Money } from '../../ui/Money.tsx'
import css from './home.module.css'

/** From here on the figure steps down so that four actions still fit beside it. */
const wideYuan = 1_000_000

/** Who is here and with what, and the four ways of money. */
export const AccountStrip = () => (
  <section className={`card ${css.account}`} aria-label="账户">
    <Who />
    <div className={css.acts}>
      <a href={href('/recharge')}>
        <span>
          <Icon name="deposit" />
        </span>
        存款
      </a>
      <a href={href('/transfer')}>
        <span>
          <Icon name="transfer" />
        </span>
        转账
      </a>
      <a href={href('/withdrawal')}>
        <span>
          <Icon name="withdraw" />
        </span>
        取款
      </a>
      <a href={href('/vip')} className={css.lux}>
        <span>
          <Icon name="crown" />
        </span>
        VIP
      </a>
    </div>
    <TotalLine />
  </section>
)

function Who() {
  const held = useLoggedIn()
  const user = useUser()
  if (!held) {
    return (
      <div className={css.who}>
        <p className={css.name}>您还未登录</p>
        <a href={href('/login')} className={`b t-17 hit hit--10 ${css.way}`}>
          登录/注册后查看
        </a>
      </div>
    )
  }
  return (
    <div className={css.who}>
      <p className={css.name}>
        <span className="cut">{user?.username ?? '　'}</span>
        {user && <Tag kind="vip">VIP{user.vip}</Tag>}
      </p>
      <Money yuan={user?.balance} size={(user?.balance ?? 0) >= wideYuan ? 17 : 20} />
    </div>
  )
}
