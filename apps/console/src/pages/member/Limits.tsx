import type { Columns } from '../../ui/Rows.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import {
  blockKinds,
  isTime,
  limitLabels,
  type LimitKind,
} from '@tianping/contract/protection/facts'
import { Alert, Button, Space, Table } from 'antd'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { yuan } from '../../ui/values/Money.tsx'
import { Card } from '../../ui/Room.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { ProtectionActions } from './ProtectionActions.tsx'
import type { Member, MemberTabProps } from './memberTab.ts'
import { counted } from '../../ui/values/counted.ts'

const name = 'POST /api/console/members/limits'
type Found = ConsoleGiven<typeof name>
type Limit = Found['limits'][number]

/** Yuan, or minutes of a limit of time. */
const sized = (kind: LimitKind, size: number) =>
  isTime(kind) ? `${counted(size)} 分钟` : yuan(size)
const written = (kind: LimitKind, limit: number | null) =>
  limit === null ? '不限' : sized(kind, limit)

const columns: Columns<Limit> = [
  { title: '限额', key: 'kind', render: (_, row) => <b>{limitLabels[row.kind]}</b> },
  {
    title: '会员自设',
    key: 'own',
    align: 'right',
    render: (_, row) => written(row.kind, row.own),
  },
  {
    title: '平台上限',
    key: 'limit',
    align: 'right',
    render: (_, row) => written(row.kind, row.limit),
  },
  { title: '已用', key: 'used', align: 'right', render: (_, row) => sized(row.kind, row.used) },
  {
    title: '将改为',
    key: 'next',
    render: (_, row) =>
      row.next ? `${row.next.from} 起 ${written(row.kind, row.next.limit)}` : '—',
  },
  {
    title: '设置人',
    key: 'by',
    fields: ['set_by', 'set_at'],
    render: (_, row) => (row.set_by ? `${row.set_by} ${row.set_at}` : '—'),
  },
]

/**
 * Limits that protect the member: a stricter one at once, a looser one after a day, an exclusion
 * never shortened.
 */
export function Limits({ member }: MemberTabProps) {
  const { id } = member
  const limits = useQuery({
    queryKey: [name, id],
    queryFn: ({ signal }) => call(name, { id }, signal),
  })
  if (!limits.data) return <Unloaded query={limits} />
  return <Shown member={member} found={limits.data} />
}

function Shown({ member, found }: { member: Member; found: Found }) {
  const { may } = useOperator()
  const setting = useEdited<Limit>({
    draft: ({ kind }) => `member/${member.id}/limit/${kind}`,
    action: ({ kind }, v) => setLimit(member, kind, v),
    done: '已记录',
    stale: name,
  })
  const actions: Columns<Limit>[number] = {
    title: '',
    key: 'actions',
    align: 'right',
    render: (_, row) =>
      may('member.limit') && (
        <Button size="small" onClick={() => setting.start(row)}>
          设置
        </Button>
      ),
  }
  return (
    <>
      {found.exclusion && <Excluded exclusion={found.exclusion} />}
      <Card
        title="责任限额"
        extra={
          may('member.limit') && (
            <Space>
              <ProtectionActions member={member} kind={found.exclusion?.kind ?? null} />
              <UnderAge member={member} />
            </Space>
          )
        }
        flush
      >
        <Table<Limit>
          aria-label="责任限额"
          size="small"
          columns={[...columns, actions]}
          dataSource={found.limits}
          rowKey={row => row.kind}
          pagination={false}
          scroll={{ x: 'max-content' }}
        />
      </Card>
      {setting.what && setting.form && <LimitDialog limit={setting.what} form={setting.form} />}
    </>
  )
}

const Excluded = ({ exclusion }: { exclusion: NonNullable<Found['exclusion']> }) => (
  <Alert
    type="warning"
    showIcon
    title={`${blockKinds[exclusion.kind]}：${exclusion.until ? `至 ${exclusion.until}` : '未定期限'}`}
    description={`${exclusion.set_by || '会员本人'} 于 ${exclusion.set_at} 设置${exclusion.reason && `：${exclusion.reason}`}`}
  />
)

const setLimit = ({ id }: Member, kind: Limit['kind'], v: EditValues) =>
  callOnce('POST /api/console/members/limit/set', {
    id,
    kind,
    amount: String(v['amount']).trim(),
    remark: String(v['remark']),
  })

const limitFields: EditField[] = [
  { name: 'amount', label: '限额（元；游戏时长为分钟；留空为不限）', kind: 'text', max: 15 },
  { name: 'remark', label: '原因（必填）', kind: 'text', max: 200 },
]

/** A stricter limit counts at once, a looser one after a day. */
function limitSentence({ kind, limit }: Limit, v: EditValues): string {
  const typed = String(v['amount']).trim()
  const next = typed === '' ? null : Number(typed)
  const stricter = next !== null && (limit === null || next <= limit)
  return stricter
    ? `${limitLabels[kind]}限额将由 ${written(kind, limit)} 变为 ${written(kind, next)}，并通知会员；设有公告期时到期生效，否则立即生效`
    : `放宽须等待 24 小时：此前仍为 ${written(kind, limit)}，之后为 ${written(kind, next)}`
}

type Form = NonNullable<ReturnType<typeof useEdited<Limit>>['form']>

const LimitDialog = ({ limit, form }: { limit: Limit; form: Form }) => (
  <EditDialog
    title={`设置${limitLabels[limit.kind]}限额`}
    fields={limitFields}
    initial={{ amount: limit.limit === null ? '' : String(limit.limit), remark: '' }}
    sentence={v => limitSentence(limit, v)}
    confirm="确认设置"
    {...form}
  />
)

const underAgeFields: EditField[] = [
  { name: 'birthday', label: '核实的出生日期', kind: 'day' },
  { name: 'evidence', label: '依据（必填）', kind: 'text', max: 200 },
]

/** Stops a member under age at once; another approves the return of what was paid in. */
function UnderAge({ member }: { member: Member }) {
  const { start, form } = useEdited<Member>({
    draft: ({ id }) => `member/${id}/underAge`,
    action: ({ id }, v) =>
      callOnce('POST /api/console/members/underAge', {
        id,
        birthday: String(v['birthday']).trim(),
        evidence: String(v['evidence']),
      }),
    done: '已停止该会员，等待另一位同事审批退款',
    stale: name,
  })
  return (
    <>
      <Button onClick={() => start(member)}>未成年处理</Button>
      {form && (
        <EditDialog
          title="未成年处理"
          fields={underAgeFields}
          initial={{ birthday: '', evidence: '' }}
          sentence={() =>
            `${member.username} 将立即停止存款与游戏。另一位同事批准后：存款全部退回钱包，输赢不作数，余额取出后账户注销，同一人的其他账户停用至成年`
          }
          confirm="确认提交"
          {...form}
        />
      )}
    </>
  )
}
