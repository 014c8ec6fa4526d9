import {
  asksIdentity,
  documentKinds,
  documentsFor,
  LAST_TIER,
  papers,
  tierLabel,
  verificationConsents,
  verificationState,
  type DocumentKind,
  type Paper,
  type Wanted,
} from '@tianping/contract/verification/facts'
import { verificationRules } from '@tianping/contract/verification/rules'
import { beijingDay } from '@tianping/money/day'
import { useState } from 'react'
import { useUserAnswer } from '../../app/account.ts'
import { Awaited } from '../../app/FailedAnswer.tsx'
import { Form, SubmitBar } from '../../app/form/Form.tsx'
import { Refusal } from '../../app/form/Refusal.tsx'
import { useForm } from '../../app/form/useForm.ts'
import { href } from '../../app/routes/paths.ts'
import { useVerification, type Verification } from '../../app/verification/useVerification.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Alert, Card, Steps } from '../../ui/Card.tsx'
import { Tick } from '../../ui/field/Tick.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Segment } from '../../ui/Tabs.tsx'
import { Slot, type Document } from './Slot.tsx'
import { AccountUse } from './AccountUse.tsx'
import { Stated } from './Stated.tsx'
import { useSubmit } from './useUpload.ts'
import { empty, type Values } from './values.ts'
import css from './verificationUpload.module.css'

/** The documents of the next tier, what is stated with them, and the consents. */
export default function VerificationUploadPage() {
  const answer = useVerification()
  const member = useUserAnswer()
  if (!answer.data || !member.data)
    return (
      <main className="page">
        <Awaited of={answer.data ? member : answer} />
      </main>
    )
  const waits = answer.data.case?.state === verificationState.waiting
  return answer.data.next && !waits ? (
    <Collecting of={answer.data} wanted={answer.data.next} realname={member.data.realname} />
  ) : (
    <Nothing waits={waits} />
  )
}

const Nothing = ({ waits }: { waits: boolean }) => (
  <main className="page">
    <Empty
      title={waits ? '资料审核中' : '无需提交资料'}
      next={
        <ButtonLink size={44} href={href('/verification')}>
          查看认证进度
        </ButtonLink>
      }
    />
  </main>
)

const documentsIn = ({ case: found }: Verification): readonly Document[] =>
  found?.state === verificationState.collecting || found?.state === verificationState.more
    ? found.documents
    : []

/** The first document that is missing, as a rule of the form. */
function missingRule(wanted: Wanted, paper: Paper, documents: readonly Document[]) {
  const missing = documentsFor(wanted, paper).find(
    kind => !documents.some(each => each.kind === kind),
  )
  return missing ? { field: missing, text: `请先上传${documentKinds[missing]}` } : null
}

type Props = { of: Verification; wanted: Wanted; realname: string }

function Collecting({ of, wanted, realname }: Props) {
  const [paper, setPaper] = useState<Paper>('id_card')
  const documents = documentsIn(of)
  const today = beijingDay(Date.now())
  const form = useForm<Values>({
    empty: { ...empty, name: realname },
    rule: values =>
      missingRule(wanted, paper, documents) ??
      verificationRules(
        { ...values, paper, consented: of.consents.every(kind => values[kind]) },
        wanted,
        today,
      ),
  })
  const submit = useSubmit(form.refused)
  const send = {
    busy: submit.busy,
    run: ({ birthday, identity, face, provider, ...stated }: Values) => {
      const ticks = { identity, face, provider }
      submit.run({
        ...stated,
        paper,
        birthday: paper === 'passport' ? birthday : '',
        consents: of.consents.filter(kind => ticks[kind]),
      })
    },
  }
  return (
    <Form form={form} action={send}>
      <main className="page stack">
        <Card label="步骤">
          <Steps steps={['上传资料', '核对信息', '等待审核']} done={0} />
        </Card>
        {asksIdentity(wanted) && (
          <Segment
            label="证件类型"
            tabs={(Object.keys(papers) as Paper[]).map(key => ({ key, label: papers[key] }))}
            value={paper}
            onChange={setPaper}
          />
        )}
        <Papers
          wanted={wanted}
          paper={paper}
          documents={documents}
          missing={kind => form.errorAt(kind as never) !== null}
        />
        <Stated form={form} wanted={wanted} paper={paper} today={today} />
        {wanted.tier === LAST_TIER && <AccountUse form={form} />}
        <Card label="同意">
          {of.consents.map(kind => (
            <Tick
              key={kind}
              {...form.field(kind)}
              label={verificationConsents[kind]}
              error={form.values[kind] ? null : form.errorAt('consented' as never)}
            />
          ))}
        </Card>
        <Alert kind="blue" icon="lock">
          资料加密上传与保存，只用于核实身份。{tierLabel(wanted.tier)}须提供以上资料。
        </Alert>
        <Refusal form={form} />
      </main>
      <SubmitBar>提交审核</SubmitBar>
    </Form>
  )
}

const hints: Record<number, string> = {
  1: '四角完整、文字清楚，不要反光。支持 JPG、PNG、PDF，每份不超过 8MB。',
  2: '自拍须同时看清面部与证件；住址证明为三个月内的水电煤或银行账单，含姓名与地址。',
}

function Papers({
  wanted,
  paper,
  documents,
  missing,
}: {
  wanted: Wanted
  paper: Paper
  documents: readonly Document[]
  missing: (kind: DocumentKind) => boolean
}) {
  return (
    <Card label="资料">
      <h2 className="t-17">{tierLabel(wanted.tier)}资料</h2>
      {asksIdentity(wanted) && <p className="t-13 muted">{hints[1]}</p>}
      {wanted.tier === LAST_TIER && <p className="t-13 muted">{hints[2]}</p>}
      <div className={css.slots}>
        {documentsFor(wanted, paper).map(kind => (
          <Slot
            key={kind}
            kind={kind}
            documents={documents.filter(each => each.kind === kind)}
            missing={missing(kind) && !documents.some(each => each.kind === kind)}
          />
        ))}
      </div>
    </Card>
  )
}
