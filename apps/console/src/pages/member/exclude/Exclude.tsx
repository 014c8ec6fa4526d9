import { Button } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { amend, useAddress } from '../../../app/address.ts'
import { useParam } from '../../../app/params.ts'
import { callOnce } from '../../../app/api.ts'
import { EditDialog, type EditField, type EditValues } from '../../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../../parts/dialogs/useEdited.ts'
import type { Member } from '../memberTab.ts'

const OTHER = 0
const presets = [1, 7, 30, 90, 180, 365, 1_826].map(days => ({
  value: days,
  label: days === 1_826 ? '5 年' : `${days} 天`,
}))

const fields: EditField[] = [
  {
    name: 'term',
    label: '期限',
    kind: 'choice',
    options: [...presets, { value: OTHER, label: '其他天数' }],
  },
  { name: 'days', label: '天数', kind: 'number', when: v => v['term'] === OTHER },
  { name: 'remark', label: '原因（必填）', kind: 'text', max: 200, focus: true },
]
const daysOf = (v: EditValues) => Number(v['term']) || Number(v['days'])

/** Keeps a member from depositing and playing for some days, which nobody can shorten. */
export function Exclude({ member }: { member: Member }) {
  const { start, form } = useEdited<Member>({
    draft: ({ id }) => `member/${id}/limit/exclude`,
    action: ({ id }, v) =>
      callOnce('POST /api/console/members/exclude', {
        id,
        days: daysOf(v),
        remark: String(v['remark']),
      }),
    done: '已记录',
    stale: 'POST /api/console/members/limits',
  })
  const { path } = useAddress()
  const asked = useParam('do', ['exclude']) !== ''
  const open = useEffectEvent(() => {
    amend(path, () => '')
    start(member)
  })
  // From the finder: once, so that a reload does not ask again.
  useEffect(() => {
    if (asked) open()
  }, [asked])
  return (
    <>
      <Button danger onClick={() => start(member)}>
        暂停使用
      </Button>
      {form && (
        <EditDialog
          title="暂停使用"
          fields={fields}
          initial={{ term: 30, days: 30, remark: '' }}
          sentence={v =>
            `${member.username} 将在 ${daysOf(v)} 天内不能存款与进入游戏，可以取款；期限不能提前结束，已有更长的期限不变`
          }
          confirm="确认暂停"
          danger
          {...form}
        />
      )}
    </>
  )
}
