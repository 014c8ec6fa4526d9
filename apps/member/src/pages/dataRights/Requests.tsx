import {
  askedByMembers,
  dataRequestKinds,
  dataRequestLabels,
  dataRequestState,
  type DataRequestKind,
} from '@tianping/contract/dataRights/facts'
import { nameOf } from '@tianping/contract/facts'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { StateDot } from '../../ui/Chip.tsx'
import { TextArea } from '../../ui/field/Field.tsx'
import { Sheet } from '../../ui/layer/Sheet.tsx'
import { ButtonRow, List, Row } from '../../ui/List.tsx'
import type { Asked, Rights } from './useRights.ts'
import css from './dataRights.module.css'

type Request = Rights['requests'][number]
type Props = { requests: Request[]; onAsk: (asked: Asked) => void }

const notes: Readonly<Record<(typeof askedByMembers)[number], string>> = {
  erase: '账户注销后执行；法律要求保留的信息单独封存，到期删除',
  correct: '姓名等您不能自行修改的信息',
  restrict: '暂停使用您的信息，只做保存',
  object: '反对用于营销或画像',
  explain: '请我们说明某项规则或自动化结果',
}
const MOST = 1_000
const dots = { waiting: 'wait', approved: 'ok', rejected: 'bad' } as const

/** What was asked of the data, and what may be. */
export function Requests({ requests, onAsk }: Props) {
  const [kind, setKind] = useState<DataRequestKind | null>(null)
  return (
    <section>
      <h2 className={css.title}>更正、删除与其他权利</h2>
      <List label="提出申请">
        {askedByMembers.map(each => (
          <ButtonRow
            key={each}
            title={dataRequestKinds[each]}
            note={notes[each]}
            go
            onClick={() => setKind(each)}
          />
        ))}
      </List>
      <p className={css.foot}>我们在一个月内答复；复杂的申请可能再延长两个月，并说明原因。</p>
      {requests.length > 0 && (
        <List label="我的申请">
          {requests.map(each => (
            <Asked key={each.id} request={each} />
          ))}
        </List>
      )}
      {/* What was written stays until it was sent: the proof that follows may be called off. */}
      <Ask
        key={requests.length}
        kind={kind}
        onClose={() => setKind(null)}
        onAsk={asked => {
          setKind(null)
          onAsk(asked)
        }}
      />
    </section>
  )
}

function Asked({
  request: { kind, state, asked_at, answer_by, answer, extension },
}: {
  request: Request
}) {
  const name = nameOf(dataRequestState, state) ?? 'waiting'
  const waits = name === 'waiting' ? `，${answer_by.slice(0, 10)} 前答复` : ''
  return (
    <Row
      title={dataRequestKinds[kind]}
      note={
        <>
          {asked_at.slice(0, 10)} 提交{waits}
          {extension !== '' && `，延期原因：${extension}`}
          {answer !== '' && (
            <>
              <br />
              {answer}
            </>
          )}
        </>
      }
      end={<StateDot kind={dots[name]}>{dataRequestLabels[name]}</StateDot>}
    />
  )
}

type AskProps = {
  kind: DataRequestKind | null
  onAsk: (asked: Asked) => void
  onClose: () => void
}

function Ask({ kind, onAsk, onClose }: AskProps) {
  const [content, setContent] = useState('')
  const needed = kind !== 'erase'
  return (
    <Sheet open={kind !== null} title={kind ? dataRequestKinds[kind] : ''} onClose={onClose}>
      <div className={css.ask}>
        <TextArea
          label={needed ? '您的要求' : '说明（可不填）'}
          placeholder={needed ? '请写明要求和理由' : '如有其他说明请填写'}
          maxLength={MOST}
          value={content}
          onChange={setContent}
        />
        <Button
          block
          disabled={needed && content.trim() === ''}
          onClick={() => {
            if (kind) onAsk({ kind, content: content.trim() })
          }}
        >
          下一步
        </Button>
      </div>
    </Sheet>
  )
}
