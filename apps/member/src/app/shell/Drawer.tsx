import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Count } from '../../ui/Chip.tsx'
import { copyText } from '../../ui/CopyButton.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { ButtonRow, LinkRow, List } from '../../ui/List.tsx'
import { logOut, useApp, useUser } from '../account.ts'
import { href } from '../routes/paths.ts'
import { useLoggedIn } from '../session.ts'
import css from './shell.module.css'

/**
 * What the side menu holds. Every link closes it, since every navigation closes what lies over the
 * page.
 */
export function Drawer({ title }: { title: string }) {
  const held = useLoggedIn()
  const user = useUser()
  const app = useApp()
  const domain = app?.h5_url ?? ''
  return (
    <div className={`drawer ${css.drawer}`}>
      <div className={css.hi}>
        <img src="/art/logo-mark-white.svg" width={44} height={44} alt="" />
        <p className="t-17">Hi，欢迎来到{title}</p>
        <p className="t-13">
          {user ? `${user.username}，加入第 ${user.joinday} 天` : '登录后查看余额与专属优惠'}
        </p>
      </div>
      {!user?.block && (
        <a className={`vault vault--gold ${css.promo}`} href={href('/vip')}>
          <span>
            <b className="t-17">VIP 特权</b>
            <br />
            <span className="t-12">十级礼遇，返水逐级提升</span>
          </span>
          <img
            src={`/art/vip-${user?.vip ?? 1}.webp`}
            width={56}
            height={56}
            alt={user ? `VIP${user.vip}` : ''}
          />
        </a>
      )}
      <List icons>
        {held && (
          <LinkRow
            icon="mail"
            title="消息中心"
            end={<Count number={user?.messageNum ?? 0} />}
            href={href('/message')}
          />
        )}
        {held && <LinkRow icon="cards" title="卡片管理" href={href('/wallet')} />}
        <LinkRow icon="pen" title="意见反馈" href={href('/kefu')} />
        <ButtonRow
          icon="globe"
          title="永久域名"
          note={domain.replace(/^https?:\/\//, '')}
          end={
            <span className="copy">
              <Icon name="copy" size={16} />
              复制
            </span>
          }
          onClick={() => void copyText(domain)}
        />
        <LinkRow icon="info" title="关于我们" href={href('/abouts')} />
      </List>
      <div className={css.foot}>
        {held ? (
          <Button kind="line" size={44} block icon="power" onClick={() => void logOut()}>
            安全退出
          </Button>
        ) : (
          <ButtonLink size={44} block href={href('/login')}>
            立即登录
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
