import { useState } from 'react'
import { fenOf, shortFen } from '@tianping/money'
import { logOut, useRefreshMoney, useTitle, useUserAnswer, type User } from '../../app/account.ts'
import { CareCard } from '../../app/care/CareCard.tsx'
import { AvatarButton } from '../../app/avatar/AvatarButton.tsx'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { href } from '../../app/routes/paths.ts'
import { TotalLine } from '../../app/wallet/TotalLine.tsx'
import { ServiceLink } from '../../app/shell/BackBar.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { Progress, Vault } from '../../ui/Card.tsx'
import { Count, Tag } from '../../ui/Chip.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import type { IconName } from '../../ui/picture/icons.ts'
import { ButtonRow, LinkRow, List } from '../../ui/List.tsx'
import { Money, yuanText } from '../../ui/Money.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { goalOf, progressOf } from './progress.ts'
import { useLevels, useOpenActivities, usePendingRebate } from './useMine.ts'
import css from './mine.module.css'

/**
 * The member's own page: who, how much, how far to the next level, and the ways to everything else.
 */
export default function MinePage() {
  const member = useUserAnswer()
  const user = member.data
  const title = useTitle()
  return (
    <main className="page stack">
      <h1 className="sr">我的</h1>
      {member.isError && !user && <FailedAnswer of={member} />}
      <div className={css.top}>
        <AvatarButton src={user?.avatar || '/art/avatar.svg'} />
        <a className={css.who} href={href('/userInfo')}>
          {user ? (
            <>
              <span className={css.name}>
                <span className="cut">{user.username}</span>
                <Tag kind="vip">VIP{user.vip}</Tag>
              </span>
              <span className="t-13 muted">
                加入{title}第 {user.joinday} 天
              </span>
            </>
          ) : (
            !member.isError && <Coming />
          )}
        </a>
        <ServiceLink />
      </div>
      <Wallet user={user} />
      {!user?.block && <Offers user={user} />}
      <nav className={`card ${css.quad}`} aria-label="账户">
        <Tile href={href('/money')} icon="wallet">
          我的钱包
        </Tile>
        <Tile href={href('/transRecord')} icon="receipt">
          交易记录
        </Tile>
        <Tile href={href('/betRecord')} icon="ticket">
          投注记录
        </Tile>
        <Tile href={href('/userCent')} icon="gear">
          账户设置
        </Tile>
      </nav>
      <CareCard />
      <Ways user={user} />
    </main>
  )
}

const Coming = () => (
  <>
    <Skeleton width="112px" height="24px" />
    <Skeleton width="96px" height="14px" />
  </>
)

const Tile = ({ href: to, icon, children }: { href: string; icon: IconName; children: string }) => (
  <a href={to}>
    <span>
      <Icon name={icon} />
    </span>
    {children}
  </a>
)

function Wallet({ user }: { user: User | undefined }) {
  const [hidden, setHidden] = useState(false)
  const refresh = useRefreshMoney()
  return (
    <Vault label="中心钱包">
      <div className={css.walletTop}>
        <span className="sub">中心钱包</span>
        <span>
          <IconButton
            icon={hidden ? 'eye-off' : 'eye'}
            label={hidden ? '显示金额' : '隐藏金额'}
            onClick={() => setHidden(!hidden)}
          />
          <IconButton
            icon="refresh"
            label="刷新"
            className={refresh.busy ? css.turning : ''}
            onClick={() => refresh.run({})}
          />
        </span>
      </div>
      <Money yuan={user?.balance} size={34} hidden={hidden} />
      <TotalLine vault hidden={hidden} />
      {!user?.block && <Ascent user={user} />}
    </Vault>
  )
}

const whole = (yuan: number) => shortFen(fenOf(yuan))

/** How far the deposits have come to the next level. */
function Ascent({ user }: { user: User | undefined }) {
  const levels = useLevels()
  const goal = user && levels && goalOf(user.vip, levels)
  const paid = user?.paysum ?? 0
  const percent = progressOf(paid, goal?.recharge ?? 0)
  return (
    <>
      <Progress label="升级进度" percent={percent} />
      <p className={css.scale}>
        <span>
          累计存款 {user ? whole(paid) : '—'}
          {goal && ` / ${whole(goal.recharge)}`}
        </span>
        <span>{goal ? aheadText(goal, user.vip, percent) : '　'}</span>
      </p>
    </>
  )
}

const aheadText = (goal: { vip: number; vipname: string }, vip: number, percent: number) =>
  goal.vip === vip ? '已达最高等级' : `${percent}% 升至 ${goal.vipname}`

function Offers({ user }: { user: User | undefined }) {
  const activities = useOpenActivities()
  return (
    <nav className={css.duo} aria-label="优惠">
      <a className="card" href={href('/vip')}>
        <span>
          <b className="t-15">VIP特权</b>
          <br />
          <span className="t-12 faint">十级礼遇</span>
        </span>
        <img src={`/art/vip-${user?.vip ?? 1}.webp`} width={48} height={48} alt="" />
      </a>
      <a className="card" href={href('/activity')}>
        <span>
          <b className="t-15">优惠活动</b>
          <br />
          <span className="t-12 faint">{activities ? `${activities} 个进行中` : '天天有礼'}</span>
        </span>
        <img src="/art/packet-float.webp" width={38} height={48} alt="" />
      </a>
    </nav>
  )
}

function Ways({ user }: { user: User | undefined }) {
  const pending = usePendingRebate()
  return (
    <>
      <List icons label="消息与福利">
        <LinkRow
          icon="mail"
          title="消息中心"
          end={<Count number={user?.messageNum ?? 0} />}
          href={href('/message')}
        />
        {!user?.block && (
          <LinkRow
            icon="percent"
            title="返水中心"
            end={pending > 0 && <span className="t-13 gold">待领取 ¥{yuanText(pending)}</span>}
            href={href('/fanshui')}
          />
        )}
        <LinkRow icon="star" title="活动记录" href={href('/activityRecord')} />
        {!user?.block && <LinkRow icon="packet" title="福利中心" href={href('/welfare')} />}
      </List>
      <List icons label="更多">
        <LinkRow icon="idcard" title="身份认证" href={href('/verification')} />
        {user?.isagent === 0 && !user.block && (
          <LinkRow
            icon="hands"
            title="合营计划"
            end={<span className="t-13 faint">加入我们，共赢财富</span>}
            href={href('/applyagent')}
          />
        )}
        {user?.isagent === 1 && (
          <LinkRow icon="hands" title="代理登录" href={href('/gamePage', { dailiD: '1' })} />
        )}
        <LinkRow
          icon="shield"
          title="理性博彩"
          end={user?.block && <span className="t-13 muted">已暂停</span>}
          href={href('/protect')}
        />
        <LinkRow icon="phone" title="APP下载" href={href('/app')} />
        <LinkRow icon="help" title="帮助中心" href={href('/boutBallBet')} />
        <LinkRow icon="chat" title="投诉与申诉" href={href('/complaints')} />
      </List>
      <List icons>
        <ButtonRow icon="power" title="退出登录" onClick={() => void logOut()} />
      </List>
    </>
  )
}
