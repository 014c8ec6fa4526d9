import {
  noticeKinds,
  noticeWays,
  noticeWords,
  type NoticeWay,
} from '@tianping/contract/delivery/facts'
import { href } from '../../app/routes/paths.ts'
import { Chip, Tag } from '../../ui/Chip.tsx'
import { LinkRow, List } from '../../ui/List.tsx'
import { useChoose, type Notices } from './useNotices.ts'
import css from './notices.module.css'

/** What reaches the member where, kind by kind. */
export function Kinds({ notices }: { notices: Notices }) {
  const choose = useChoose()
  const { kinds, key, mail, browsers } = notices
  const open: NoticeWay[] = [
    ...(key === '' ? [] : (['push'] as const)),
    ...(mail.open && mail.verified ? (['mail'] as const) : []),
  ]
  return (
    <>
      <section>
        <h2 className={css.title}>按类别选择</h2>
        <div className="card card--pad">
          {kinds.map(({ kind, ...wanted }) => (
            <div key={kind} className={css.kind} role="group" aria-label={noticeKinds[kind]}>
              <span>
                {noticeKinds[kind]}
                <br />
                <span className="t-12 faint">锁屏显示：{noticeWords[kind]}</span>
              </span>
              <div className={css.ways}>
                <Tag kind="jade">站内信</Tag>
                {open.map(way => (
                  <Chip
                    key={way}
                    on={wanted[way] === 1}
                    onClick={() => choose.run({ kind, way, on: wanted[way] === 1 ? 0 : 1 })}
                  >
                    {noticeWays[way]}
                  </Chip>
                ))}
              </div>
            </div>
          ))}
        </div>
        <p className={css.foot}>
          {key !== '' && '推送由浏览器厂商转送，内容已加密。'}
          {key !== '' && browsers.length === 0 && '目前没有浏览器接收推送。'}
          {mail.verified && `邮件发往 ${mail.contact}。`}
          登录、改密等安全提醒总会发到已验证的联系方式，不受此处影响。
        </p>
      </section>
      <List icons label="其他设置">
        {mail.open && !mail.verified && (
          <LinkRow
            icon="mail"
            title="验证邮箱"
            note="验证后可选择邮件提醒"
            href={href('/contacts')}
          />
        )}
        <LinkRow
          icon="gift"
          title="优惠与活动"
          note="在“个人信息与权利”中逐项选择"
          href={href('/dataRights')}
        />
      </List>
    </>
  )
}
