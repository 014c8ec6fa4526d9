import type { Columns } from '../../ui/Rows.tsx'
import { Flags } from '../../parts/review/Beside.tsx'
import { requirementState, sourceLabel } from '../../parts/labels.ts'
import { MemberFigures } from '../../parts/member/MemberFigures.tsx'
import { Copy } from '../../ui/values/Copy.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Long } from '../../ui/values/Long.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Card } from '../../ui/Room.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { MemberState } from '../members/MemberState.tsx'
import type { Member, MemberTabProps } from './memberTab.ts'
import { ShortList } from './ShortList.tsx'
import { VenueBalances } from './VenueBalances.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import css from './member.module.css'

/** What a member has and owes, and who it is. */
export function Overview({ member, clear }: MemberTabProps) {
  const { figures } = member
  return (
    <>
      <MemberFigures figures={figures} />
      {figures.flags.length > 0 && (
        <Card title="风险提示">
          <Flags flags={figures.flags} />
        </Card>
      )}
      <div className={css.columns}>
        <Profile member={member} clear={clear} />
        <VenueBalances member={member} />
      </div>
      <Requirements member={member} />
    </>
  )
}

function Profile({ member: m, clear }: MemberTabProps) {
  const { realname, mobile, email } = clear ?? m
  return (
    <Card title="资料">
      <Facts>
        <Fact label="会员名">
          <Copy text={m.username} />
        </Fact>
        <Fact label="会员 ID">
          <Copy text={String(m.id)} />
        </Fact>
        <Fact label="状态">
          <MemberState state={m.state} />
        </Fact>
        {m.closing_at && (
          <Fact label="注销">
            {m.closed_at ? `${m.closed_at} 已注销` : `${m.closing_at} 申请，待余额取出`}
          </Fact>
        )}
        <Fact label="等级">VIP{m.vip}</Fact>
        <Fact label="姓名">{realname}</Fact>
        <Fact label="手机">{mobile}</Fact>
        <Fact label="邮箱">{email}</Fact>
        <Fact label="生日">{m.birthday}</Fact>
        <Fact label="推荐人">{m.invited_by}</Fact>
        <Fact label="注册时间">{m.joined_at}</Fact>
        <Fact label="最近登录">{m.last_login_at}</Fact>
      </Facts>
    </Card>
  )
}

const requirementColumns: Columns<Member['requirements'][number]> = [
  { title: '来源', key: 'source', render: (_, row) => <Source source={row.source} /> },
  {
    title: '需要流水',
    key: 'required',
    align: 'right',
    render: (_, row) => <Money amount={row.required} />,
  },
  {
    title: '已完成',
    key: 'contributed',
    align: 'right',
    render: (_, row) => <Money amount={row.contributed} />,
  },
  {
    title: '还差',
    key: 'missing',
    align: 'right',
    render: (_, row) =>
      row.state === 'open' ? <Money amount={row.required - row.contributed} strong /> : '—',
  },
  {
    title: '进度',
    key: 'progress',
    width: 160,
    render: (_, row) => <Progress done={row.contributed} of={row.required} />,
  },
  {
    ...columnOf('state'),
    render: (_, row) => (
      <Status tone={requirementState(row.state).tone}>{requirementState(row.state).text}</Status>
    ),
  },
  { title: '开始时间', key: 'opened_at', render: (_, row) => row.opened_at },
  { title: '最后期限', key: 'expires_at', render: (_, row) => lastMoment(row) },
]

/** Only gifts have one. */
const lastMoment = ({ gift, expires_at }: Member['requirements'][number]) => {
  if (!gift) return '—'
  return expires_at || '长期有效'
}

/** What gifts count of some games; nothing is said while they count everything. */
const weightsSaid = (weights: Member['weights']) =>
  weights.length > 0 &&
  `彩金的流水按游戏比例计入：${weights.map(({ label, counts }) => `${label} ${counts}%`).join('、')}，其他游戏 100%。`

const Requirements = ({ member }: { member: Member }) => (
  <ShortList
    title="流水要求"
    columns={requirementColumns}
    rows={member.requirements}
    rowKey={row => `${row.source}/${row.opened_at}`}
    empty="没有流水要求"
    note={weightsSaid(member.weights)}
  />
)

const UUID = /^[\da-f]{8}-[\da-f-]{27}$/

/**
 * `deposit:D26…`, as the ledger names what opened a requirement. A number that no screen shows is
 * only copied.
 */
function Source({ source }: { source: string }) {
  const [kind = '', id = ''] = source.split(/:(.*)/s)
  return (
    <>
      {sourceLabel(kind)}{' '}
      {id && <Copy text={id}>{UUID.test(id) ? '' : <Long text={id} width="22ch" />}</Copy>}
    </>
  )
}

function Progress({ done, of }: { done: number; of: number }) {
  const percent = of > 0 ? Math.min(100, Math.floor((done / of) * 100)) : 100
  return (
    <span className={css.progress}>
      <progress max={100} value={percent} aria-label="流水进度" /> {percent}%
    </span>
  )
}
