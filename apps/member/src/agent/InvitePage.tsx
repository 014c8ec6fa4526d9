import { Card, Steps } from '../ui/Card.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { LinkRow, List, Pairs } from '../ui/List.tsx'
import { Failed, Skeleton } from '../ui/states.tsx'
import { hrefs } from './address.ts'
import { useAnswer } from './data.ts'
import css from './agent.module.css'

/** The link that binds who registers by it to this agent for good, to copy and to scan. */
export function InvitePage() {
  const { data, failed, words, busy, retry } = useAnswer('POST /api/agent/invite', {})
  if (!data)
    return failed ? (
      <Failed words={words} onRetry={retry} busy={busy} />
    ) : (
      <Skeleton height="420px" radius={16} />
    )
  return (
    <>
      <Card className={css.qr}>
        <img src={data.qrcode} width={208} height={208} alt="推广二维码" />
        <p className="t-13 muted">扫码注册，会员自动归入您的团队</p>
      </Card>
      <Card label="推广信息">
        <Pairs
          pairs={[
            {
              label: '邀请码',
              value: (
                <>
                  <b>{data.invite_code}</b>
                  <CopyButton text={data.invite_code} what="邀请码" />
                </>
              ),
            },
            {
              label: '推广链接',
              value: (
                <>
                  <span className={css.url}>{data.url}</span>
                  <CopyButton text={data.url} what="推广链接" />
                </>
              ),
            },
          ]}
        />
      </Card>
      <List icons label="渠道">
        <LinkRow
          href={hrefs.channels}
          icon="share"
          title="推广渠道"
          note="每个渠道一条链接，分别统计"
        />
      </List>
      <Card>
        <Steps steps={['分享链接', '好友注册', '按月结佣']} />
      </Card>
    </>
  )
}
