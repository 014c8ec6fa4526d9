import type { Given } from '@tianping/contract'
import { formatFen } from '@tianping/money'
import { useEffect, useState } from 'react'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { Alert } from '../../ui/Card.tsx'
import { StateDot } from '../../ui/Chip.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Pairs } from '../../ui/List.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { Money, yuanText } from '../../ui/Money.tsx'
import { Sheet } from '../../ui/layer/Sheet.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { useProof } from './usePacket.ts'
import type { Verdict } from './verify.ts'
import css from './hongbao.module.css'

type Proof = Given<'POST /api/redpacketproof'>

/** One draw computed again, here and now, from what was published. */
export const ProofSheet = ({
  id,
  open,
  onClose,
}: {
  id: string
  open: boolean
  onClose: () => void
}) => (
  <Sheet open={open} title="公平验证" onClose={onClose}>
    <Content key={id} id={id} />
  </Sheet>
)

function Content({ id }: { id: string }) {
  const proof = useProof(id)
  const { data } = proof
  if (!data)
    return proof.isError ? (
      <FailedAnswer of={proof} />
    ) : (
      <div className={css.coming}>
        {[0, 1, 2, 3, 4].map(i => (
          <Skeleton key={i} height="20px" />
        ))}
      </div>
    )
  return (
    <div className={css.proof}>
      {data.server_seed === '' ? (
        <Alert kind="blue" icon="lock">
          今日领取结束后（{data.reveals_at}）公布种子，届时可以验证这次抽取。
        </Alert>
      ) : (
        <Result proof={data} />
      )}
      <Pairs
        pairs={[
          { label: '红包金额', value: <Money yuan={data.redpacketmoney} /> },
          {
            label: '抽取区间',
            value: `¥${yuanText(data.amount_min)} – ¥${yuanText(data.amount_max)}`,
          },
          { label: '事先公布的哈希', value: <Code text={data.commit} what="哈希" /> },
          {
            label: '种子',
            value:
              data.server_seed === '' ? '尚未公布' : <Code text={data.server_seed} what="种子" />,
          },
          { label: '您的种子', value: <Code text={data.client_seed} what="您的种子" /> },
          { label: '当日第几次', value: data.nonce + 1 },
          { label: '链首哈希', value: <Code text={data.anchor} what="链首哈希" /> },
        ]}
      />
      <p className={css.apart}>
        <a
          className="link"
          href={`/verify#id=${encodeURIComponent(id)}`}
          target="_blank"
          rel="noreferrer"
        >
          在独立页面中验证，无需网络
          <Icon name="go" size={16} />
        </a>
      </p>
    </div>
  )
}

const Code = ({ text, what }: { text: string; what: string }) => (
  <>
    <code className={css.code}>
      {text.length > 20 ? `${text.slice(0, 8)}…${text.slice(-8)}` : text}
    </code>
    <CopyButton short text={text} what={what} />
  </>
)

function Result({ proof }: { proof: Proof }) {
  const [verdict, setVerdict] = useState<Verdict | 'failed'>()
  useEffect(() => {
    let gone = false
    // The arithmetic is fetched by those who want it, and by nobody else.
    const judged: Promise<Verdict | 'failed'> = import('./verify.ts')
      .then(({ verify }) => verify(proof))
      .catch(() => 'failed')
    void judged.then(found => gone || setVerdict(found))
    return () => {
      gone = true
    }
  }, [proof])
  if (!verdict)
    return (
      <p className={css.checks} role="status">
        正在计算…
      </p>
    )
  if (verdict === 'failed') return <Alert kind="red">无法在本机完成计算，请稍后再试。</Alert>
  const checks = [
    { text: '种子与事先公布的哈希一致', holds: verdict.commit },
    { text: '种子属于公布过的种子链', holds: verdict.chain },
    {
      text: `重新计算得 ¥${formatFen(verdict.fen)}，与派发金额${verdict.amount ? '一致' : '不一致'}`,
      holds: verdict.amount,
    },
  ]
  return (
    <ul className={css.checks} role="status">
      {checks.map(({ text, holds }) => (
        <li key={text}>
          <StateDot kind={holds ? 'ok' : 'bad'}>{holds ? '通过' : '不符'}</StateDot>
          {text}
        </li>
      ))}
    </ul>
  )
}
