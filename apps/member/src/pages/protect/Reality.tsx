import { useState } from 'react'
import { useAction } from '../../app/calls.ts'
import { protectionCall, type Protection } from '../../app/protection.ts'
import { Picker } from '../../ui/field/Picker.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import { ButtonRow } from '../../ui/List.tsx'

/** How often play pauses and shows what it came to. */
export function Reality({ reality: { minutes, options } }: { reality: Protection['reality'] }) {
  const [open, setOpen] = useState(false)
  const { run } = useAction('POST /api/protection/reality', {
    stale: [protectionCall],
    done: ({ message }) => toast(message),
  })
  return (
    <>
      <ButtonRow
        icon="clock"
        title="时间提醒"
        note="连续游戏时暂停并显示净额"
        end={<span className="t-14 muted">每 {minutes} 分钟</span>}
        go
        onClick={() => setOpen(true)}
      />
      <Picker
        open={open}
        title="时间提醒"
        value={String(minutes)}
        choices={options.map(each => ({ key: String(each), label: `每 ${each} 分钟` }))}
        onChoose={key => run({ minutes: Number(key) })}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
