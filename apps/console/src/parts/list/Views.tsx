import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { beijingDay } from '@tianping/money/day'
import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { Icon } from '../../ui/Icon.tsx'
import { amend, useAddress } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { useMessage } from '../../ui/above.ts'
import { lasting, opening, usualSpan } from './lasting.ts'
import { hideColumns } from './hiddenColumns.ts'
import type { Viewed } from './listed.ts'
import css from './listTools.module.css'

const name = 'POST /api/console/views/list'

type View = ConsoleGiven<typeof name>[number]

/** Filters and columns under a name: one's own, and those that colleagues share. */
export function Views({ listed, onDone }: { listed: Viewed; onDone: () => void }) {
  const { path } = useAddress()
  const cache = useQueryClient()
  const views = useQuery({
    queryKey: [name, listed.list],
    queryFn: ({ signal }) => call(name, { list: listed.list }, signal),
  })
  const remove = useAction({
    mutationFn: (id: number) => call('POST /api/console/views/remove', { id }),
    onSettled: () => cache.invalidateQueries({ queryKey: [name, listed.list] }),
  })
  const open = (view: View) => {
    hideColumns(listed.list, view.hidden)
    const search = opening(view.search, beijingDay(Date.now()))
    amend(path, () => search)
    onDone()
  }
  return (
    <div className={css.box}>
      {views.data?.length === 0 && <p className={css.none}>还没有保存的视图</p>}
      {(views.data ?? []).map(view => (
        <div key={view.id} className={css.view}>
          <button type="button" onClick={() => open(view)}>
            {view.name}
            {!view.own && <small>{view.owner} 共享</small>}
            {view.own && view.shared && <small>已共享</small>}
          </button>
          {view.own && (
            <Button
              type="text"
              size="small"
              aria-label={`删除视图 ${view.name}`}
              icon={<Icon name="close" size={14} />}
              onClick={() => remove.mutate(view.id)}
            />
          )}
        </div>
      ))}
      <SaveView listed={listed} onDone={onDone} />
    </div>
  )
}

function SaveView({ listed, onDone }: { listed: Viewed; onDone: () => void }) {
  const { search } = useAddress()
  const today = beijingDay(Date.now())
  const usual = usualSpan(search, today)
  const message = useMessage()
  const cache = useQueryClient()
  const [title, setTitle] = useState('')
  const [shared, setShared] = useState(false)
  const save = useAction({
    mutationFn: () =>
      call('POST /api/console/views/save', {
        list: listed.list,
        name: title.trim(),
        search: lasting(search, today),
        hidden: listed.hidden,
        shared,
      }),
    onSuccess: () => {
      setTitle('')
      void message.success('已保存视图')
      onDone()
    },
    onSettled: () => cache.invalidateQueries({ queryKey: [name, listed.list] }),
  })
  return (
    <form
      className={css.save}
      onSubmit={event => {
        event.preventDefault()
        if (title.trim() && !save.isPending) save.mutate()
      }}
    >
      <Input
        size="small"
        value={title}
        maxLength={20}
        placeholder="把当前筛选和列存为…"
        aria-label="视图名称"
        onChange={event => setTitle(event.target.value)}
      />
      {usual && <p className={css.none}>“{usual.name}”按打开当天计算</p>}
      <Checkbox checked={shared} onChange={event => setShared(event.target.checked)}>
        共享
      </Checkbox>
      <Button
        size="small"
        type="primary"
        htmlType="submit"
        disabled={!title.trim()}
        loading={save.isPending}
      >
        保存
      </Button>
    </form>
  )
}
