import { gameLangs, type GameLang } from '@tianping/contract/games/facts'
import { useState } from 'react'
import { useUserAnswer } from '../../app/account.ts'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { chooseGameLang, currentGameLang } from '../../app/games/gameLang.ts'
import { href } from '../../app/routes/paths.ts'
import { chooseTheme, currentTheme, type Theme } from '../../app/theme.ts'
import { Tag } from '../../ui/Chip.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { LinkRow, List } from '../../ui/List.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { Segment } from '../../ui/Tabs.tsx'
import css from './userCent.module.css'

const themes = [
  { key: 'light', label: '浅色' },
  { key: 'dark', label: '深色' },
  { key: 'system', label: '跟随系统' },
] as const

const langs = (Object.keys(gameLangs) as GameLang[]).map(key => ({ key, label: gameLangs[key] }))

/** Everything about the account that can be set. */
export default function UserCentPage() {
  return (
    <main className="page stack">
      <Self />
      <List icons label="账户">
        <LinkRow
          icon="user"
          title="个人资料"
          note="头像、手机号、邮箱与生日"
          href={href('/userInfo')}
        />
        <LinkRow icon="cards" title="卡片管理" note="银行卡与 USDT 地址" href={href('/wallet')} />
      </List>
      <List icons label="安全">
        <LinkRow
          icon="lock"
          title="登录密码"
          note="修改后所有设备需重新登录"
          href={href('/password', { type: '1' })}
        />
        <LinkRow
          icon="shield"
          title="支付密码"
          note="取款与绑卡时使用"
          href={href('/password', { type: '2' })}
        />
        <LinkRow icon="phone" title="账户安全" note="双重验证与登录设备" href={href('/safety')} />
        <LinkRow
          icon="idcard"
          title="身份认证"
          note="认证等级与取款额度"
          href={href('/verification')}
        />
        <LinkRow
          icon="mail"
          title="联系方式验证"
          note="接收安全提醒，忘记密码时可自助找回"
          href={href('/contacts')}
        />
      </List>
      <List icons label="通知">
        <LinkRow
          icon="speaker"
          title="通知设置"
          note="站内信、推送与邮件"
          href={href('/notices')}
        />
      </List>
      <ThemeChoice />
      <GameLanguage />
      <List icons label="关于">
        <LinkRow icon="receipt" title="规则与条款" href={href('/abouts', { type: '5' })} />
        <LinkRow icon="info" title="隐私政策" href={href('/abouts', { type: '6' })} />
        <LinkRow
          icon="idcard"
          title="个人信息与权利"
          note="授权、下载副本、更正与删除"
          href={href('/dataRights')}
        />
        <LinkRow icon="trash" title="注销账户" note="取出余额后关闭账户" href={href('/closing')} />
      </List>
    </main>
  )
}

function Self() {
  const member = useUserAnswer()
  const user = member.data
  if (member.isError && !user) return <FailedAnswer of={member} />
  return (
    <a className={`card ${css.self}`} href={href('/userInfo')}>
      <img src={user?.avatar || '/art/avatar.svg'} width={56} height={56} alt="" />
      <span className={css.who}>
        {user ? (
          <>
            <span className={css.name}>
              <b className="t-17 cut">{user.username}</b>
              <Tag kind="vip">VIP{user.vip}</Tag>
            </span>
            <bdi className="t-13 muted">{user.realname}</bdi>
          </>
        ) : (
          <>
            <Skeleton width="112px" height="20px" />
            <Skeleton width="72px" height="14px" />
          </>
        )}
      </span>
      <Icon name="go" size={20} className="faint" />
    </a>
  )
}

function GameLanguage() {
  const [lang, setLang] = useState(currentGameLang)
  const choose = (next: GameLang) => {
    chooseGameLang(next)
    setLang(next)
  }
  return (
    <section>
      <h2 className={css.title}>游戏语言</h2>
      <Segment label="游戏语言" tabs={langs} value={lang} onChange={choose} />
    </section>
  )
}

function ThemeChoice() {
  const [theme, setTheme] = useState(currentTheme)
  const choose = (next: Theme) => {
    chooseTheme(next)
    setTheme(next)
  }
  return (
    <section>
      <h2 className={css.title}>外观</h2>
      <Segment label="外观" tabs={themes} value={theme} onChange={choose} />
    </section>
  )
}
