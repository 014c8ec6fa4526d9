import type { Columns } from '../../ui/Rows.tsx'
import { href } from '../../app/address.ts'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import type { Decision } from '../../parts/dialogs/DecisionDialog.tsx'
import { Copy } from '../../ui/values/Copy.tsx'
import { masked } from '../../ui/values/masked.ts'
import { Status } from '../../ui/values/Status.tsx'
import type { Member, MemberTabProps, Unmasked } from './memberTab.ts'
import { ShortList } from './ShortList.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'

type Card = Member['cards'][number]

const columnsOf = (of: number, clear: Unmasked | null): Columns<Card> => {
  const inClear = ({ id }: Card) => clear?.cards.find(card => card.id === id)
  return [
    { ...columnOf('bank'), render: (_, row) => row.bank },
    {
      title: '户名 / 协议',
      key: 'owner',
      render: (_, row) => inClear(row)?.bank_owner ?? row.bank_owner,
    },
    {
      title: '账号 / 地址',
      key: 'no',
      fields: ['bank_no'],
      render: (_, row) => {
        const full = inClear(row)
        return full ? <Copy text={full.bank_no} /> : masked(row.bank_no)
      },
    },
    { title: '绑定时间', key: 'bound_at', render: (_, row) => row.bound_at },
    {
      title: '同号会员',
      key: 'others',
      render: (_, row) =>
        row.others > 0 ? (
          <a href={href(`/members/${of}`, { tab: 'links' })}>
            <Status tone="bad">{`另有 ${row.others} 人`}</Status>
          </a>
        ) : (
          '—'
        ),
    },
    {
      title: '状态',
      key: 'locked',
      render: (_, row) => (
        <Status tone={row.locked ? 'bad' : 'good'}>{row.locked ? '已锁定' : '正常'}</Status>
      ),
    },
  ]
}

/** Bank cards and USDT addresses. A locked one is not paid to. */
export function Cards({ member, clear }: MemberTabProps) {
  const { may } = useOperator()
  const actions: Columns<Card>[number] = {
    title: '',
    key: 'actions',
    align: 'right',
    render: (_, row) => may('member.lock') && <Lock memberId={member.id} card={row} />,
  }
  return (
    <ShortList
      title="银行卡与地址"
      columns={[...columnsOf(member.id, clear), actions]}
      rows={member.cards}
      rowKey={row => row.id}
      empty="没有绑定银行卡或地址"
    />
  )
}

function decisionOf({ locked, bank, bank_no }: Card): Decision {
  const account = `${bank} ${masked(bank_no)}`
  const why = { label: '原因（必填）', required: '审计' }
  if (locked)
    return {
      title: '解除锁定',
      sentence: `可以再次向 ${account} 付款`,
      confirm: '确认解除',
      ...why,
    }
  return {
    title: '锁定收款账号',
    sentence: `不再向 ${account} 付款；会员用它申请取款会被拒绝`,
    confirm: '确认锁定',
    ...why,
  }
}

function Lock({ memberId, card }: { memberId: number; card: Card }) {
  const { locked } = card
  return (
    <ActionDialog
      size="small"
      danger={!locked}
      draft={`card/${memberId}/${card.id}`}
      decision={decisionOf(card)}
      action={remark =>
        callOnce('POST /api/console/members/card/set', {
          id: memberId,
          card_id: card.id,
          locked: locked ? 0 : 1,
          remark,
        })
      }
      done={locked ? '已解除锁定' : '已锁定'}
      stale={['POST /api/console/members/show']}
    >
      {locked ? '解锁' : '锁定'}
    </ActionDialog>
  )
}
