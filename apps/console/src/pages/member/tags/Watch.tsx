import { useQuery } from '@tanstack/react-query'
import type { ConsoleCallName, ConsoleGiven } from '@tianping/contract/console'
import { Button } from 'antd'
import { call, callOnce } from '../../../app/api.ts'
import { ActionDialog } from '../../../parts/dialogs/ActionDialog.tsx'
import { EditDialog, type EditField } from '../../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../../parts/dialogs/useEdited.ts'
import { Status } from '../../../ui/values/Status.tsx'
import type { Member } from '../memberTab.ts'
import css from './tags.module.css'

const name = 'POST /api/console/watch/show'
const stale: ConsoleCallName[] = [name, 'POST /api/console/watch/list']

const fields: EditField[] = [
  { name: 'remark', label: '关注原因（必填，会员看不到）', kind: 'text', max: 200 },
  { name: 'until', label: '关注至（留空为不限期）', kind: 'day' },
]

/** Whether the member is watched, and why; a watched member's withdrawals are looked at alone. */
export function Watch({ member }: { member: Member }) {
  const { data: watch } = useQuery({
    queryKey: [name, member.id],
    queryFn: ({ signal }) => call(name, { id: member.id }, signal),
  })
  const { start, form } = useEdited<Member>({
    draft: ({ id }) => `member/${id}/watch`,
    action: ({ id }, v) =>
      callOnce('POST /api/console/watch/set', {
        id,
        until: String(v['until']),
        remark: String(v['remark']),
      }),
    done: '已列入关注名单',
    stale,
  })
  if (watch === undefined) return null
  return (
    <>
      {watch && <Watched watch={watch} />}
      <Button size="small" onClick={() => start(member)}>
        {watch ? '修改关注' : '列入关注'}
      </Button>
      {watch && <EndWatch member={member} />}
      {form && (
        <EditDialog
          title={watch ? '修改关注' : '列入关注名单'}
          fields={fields}
          initial={{ remark: watch?.reason ?? '', until: watch?.until ?? '' }}
          sentence={() => `${member.username} 的取款将逐笔审核；只有可以查看关注名单的同事看得到`}
          confirm="确认"
          {...form}
        />
      )}
    </>
  )
}

function Watched({ watch }: { watch: NonNullable<ConsoleGiven<typeof name>> }) {
  return (
    <span className={css.watch}>
      <Status tone={watch.over ? 'plain' : 'waiting'}>
        {`${watch.over ? '关注已到期' : '关注中'}：${watch.reason}`}
      </Status>
      <small>
        {watch.set_by} {watch.set_at}
        {watch.until && `，至 ${watch.until}`}
      </small>
    </span>
  )
}

const EndWatch = ({ member }: { member: Member }) => (
  <ActionDialog
    size="small"
    draft={`member/${member.id}/unwatch`}
    decision={{
      title: '结束关注',
      sentence: `${member.username} 将不再列入关注名单，取款可以批量通过`,
      confirm: '确认结束',
      required: '审计',
    }}
    action={remark => callOnce('POST /api/console/watch/end', { id: member.id, remark })}
    done="已结束关注"
    stale={stale}
  >
    结束关注
  </ActionDialog>
)
