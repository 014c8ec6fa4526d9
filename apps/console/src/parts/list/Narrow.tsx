import { Button, Input, Popover, Select } from 'antd'
import { useState } from 'react'
import { leaveKeys } from '../../ui/useKeys.ts'
import { inSight } from '../../ui/days/inSight.ts'
import { SpanPick } from '../../ui/days/SpanPick.tsx'
import type { StandardFilters } from './standard.ts'
import css from './narrow.module.css'

type Narrowable = {
  filters: StandardFilters
  set(filters: Partial<StandardFilters>): void
}
type Stated<Value> = { state: Value; states: string }
type Option<Value> = { value: Value; label: string }

/** Days from–to; `day` of older addresses is both ends. */
export function NarrowDays({ table, label = '' }: { table: Narrowable; label?: string }) {
  const { day, from, to } = table.filters
  return (
    <SpanPick
      label={label}
      value={{ from: from || day, to: to || day }}
      onChange={span => table.set({ ...span, day: '' })}
    />
  )
}

function rangeWords(least: string, most: string) {
  if (most === '') return `¥${least} 起`
  return least ? `¥${least} 至 ¥${most}` : `至 ¥${most}`
}

/** Amounts from–to in yuan. */
export function NarrowAmounts({ table, label = '金额' }: { table: Narrowable; label?: string }) {
  const { least, most } = table.filters
  const [open, setOpen] = useState(false)
  const words = rangeWords(least, most)
  const none = least + most === ''
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      destroyOnHidden
      align={inSight}
      open={open}
      onOpenChange={setOpen}
      content={
        <AmountForm
          least={least}
          most={most}
          onDone={amounts => {
            table.set(amounts)
            setOpen(false)
          }}
        />
      }
    >
      <Button aria-label={`${label}范围`} type={none ? 'default' : 'primary'} ghost={!none}>
        {none ? label : `${label}：${words}`}
      </Button>
    </Popover>
  )
}

const isAmount = (written: string) => /^(|\d{1,10}(\.\d{1,2})?)$/.test(written)

function complaintOf(least: string, most: string) {
  if (!isAmount(least) || !isAmount(most)) return '请填写金额，最多两位小数'
  return most !== '' && Number(least) > Number(most) ? '最小金额不能大于最大金额' : ''
}

function AmountForm({
  onDone,
  ...given
}: {
  least: string
  most: string
  onDone: (amounts: { least: string; most: string }) => void
}) {
  const [least, setLeast] = useState(given.least)
  const [most, setMost] = useState(given.most)
  const wrong = complaintOf(least, most)
  return (
    <form
      className={css.amounts}
      onSubmit={event => {
        event.preventDefault()
        if (!wrong) onDone({ least, most })
      }}
    >
      <Input
        autoFocus
        inputMode="decimal"
        prefix="¥"
        aria-label="最小金额"
        placeholder="不限"
        value={least}
        onChange={event => setLeast(event.target.value.trim())}
      />
      至
      <Input
        inputMode="decimal"
        prefix="¥"
        aria-label="最大金额"
        placeholder="不限"
        value={most}
        onChange={event => setMost(event.target.value.trim())}
      />
      <Button onClick={() => onDone({ least: '', most: '' })}>清除</Button>
      <Button type="primary" htmlType="submit" disabled={wrong !== ''}>
        确定
      </Button>
      {wrong && <small role="alert">{wrong}</small>}
    </form>
  )
}

/** One state, several, or with none chosen all of them. */
export function NarrowStates<Value extends number | string>({
  table,
  options,
  every,
}: {
  table: { filters: Stated<Value>; set(narrowed: NoInfer<Stated<Value>>): void }
  options: readonly Option<NoInfer<Value>>[]
  every: NoInfer<Value>
}) {
  const { state, states } = table.filters
  const one = state === every ? [] : [state]
  const several = states.split(',')
  const values = options.map(({ value }) => value)
  const chosen = states ? values.filter(value => several.includes(String(value))) : one
  return (
    <Select<Value[]>
      mode="multiple"
      aria-label="状态"
      placeholder="全部状态"
      value={chosen}
      style={{ minWidth: 120 }}
      maxTagCount={2}
      showSearch={false}
      onOpenChange={leaveKeys}
      allowClear
      popupMatchSelectWidth={false}
      options={[...options]}
      // Never `state`: in a room with a tab for each state that would leave 全部, and this select.
      onChange={next => table.set({ state: every, states: next.join(',') })}
    />
  )
}
