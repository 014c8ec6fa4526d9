import { useState } from 'react'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { href } from '../../app/routes/paths.ts'
import { FactorSheet } from '../../app/factor/FactorSheet.tsx'
import { Alert } from '../../ui/Card.tsx'
import { LinkRow, List, Row } from '../../ui/List.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { CodesSheet } from './CodesSheet.tsx'
import { Factors } from './Factors.tsx'
import { Sessions } from './Sessions.tsx'
import { TotpSheet } from './TotpSheet.tsx'
import {
  useChanges,
  useProven,
  useSafety,
  type Change,
  type NewTotp,
  type Safety,
} from './useSafety.ts'
import css from './safety.module.css'

/** What protects the account: the second factor, and where it is open. */
export default function SafetyPage() {
  const answer = useSafety()
  const failed = answer.isError && !answer.data
  return (
    <main className="page stack">
      {failed && <FailedAnswer of={answer} />}
      {answer.isPending && <SkeletonRows rows={4} />}
      {answer.data && <Account safety={answer.data} />}
    </main>
  )
}

const titles: Record<Change['what'], string> = {
  totpOn: '设置验证器',
  totpOff: '关闭验证器',
  passkeyOn: '添加通行密钥',
  passkeyOff: '移除通行密钥',
  recovery: '生成新的恢复码',
}

function Account({ safety }: { safety: Safety }) {
  const [change, setChange] = useState<Change | null>(null)
  const [totp, setTotp] = useState<NewTotp | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const { actions, coded } = useChanges({
    proven: () => setChange(null),
    newTotp: setTotp,
    newCodes: setCodes,
    label: safety.sessions.find(({ current }) => current)?.device ?? '我的设备',
  })
  const hasFactor = safety.totp_since !== '' || safety.passkeys.length > 0
  const proven = useProven(change, actions, hasFactor)
  return (
    <>
      <Previous login={safety.previous_login} />
      <Factors safety={safety} onChange={setChange} />
      <Alert kind="blue" icon="shield">
        开启后，登录时除密码外还需验证。请保管好恢复码：手机丢失时可凭它登录。
      </Alert>
      <List icons label="身份">
        <LinkRow
          icon="idcard"
          title="身份认证"
          note="认证等级与取款额度"
          href={href('/verification')}
        />
      </List>
      <Sessions sessions={safety.sessions} />
      <FactorSheet
        open={change !== null}
        title={titles[change?.what ?? 'totpOn']}
        methods={hasFactor ? safety.methods : []}
        password
        busy={proven.busy}
        onShow={proven.show}
        onClose={() => setChange(null)}
      />
      <TotpSheet
        totp={totp}
        onDone={answer => {
          setTotp(null)
          coded(answer)
        }}
        onClose={() => setTotp(null)}
      />
      <CodesSheet codes={codes} onClose={() => setCodes(null)} />
    </>
  )
}

function Previous({ login }: { login: Safety['previous_login'] }) {
  return (
    <section>
      <h2 className={css.title}>上次登录</h2>
      <List icons label="上次登录">
        <Row
          icon="clock"
          title={login ? login.at : '没有更早的登录'}
          note={login ? `${login.device}，${login.address}` : undefined}
        />
      </List>
    </section>
  )
}
