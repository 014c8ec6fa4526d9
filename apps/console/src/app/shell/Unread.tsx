import { useIsFetching } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useEffect, useState } from 'react'
import { go, useAddress } from '../address.ts'
import { useUnread } from '../params.ts'
import css from './shell.module.css'

/** A room is whole once nothing has come for this long; its parts read the address as they come. */
const STILL_MS = 1_000

/** Says what of the address no part of the room reads: a filter that nobody applied. */
export function Unread() {
  const { path, search } = useAddress()
  const busy = useIsFetching() > 0
  const unread = useUnread()
  const now = busy ? '' : unread.join('&')
  const [said, say] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => say(now), now ? STILL_MS : 0)
    return () => clearTimeout(timer)
  }, [now])
  const shown = unread.filter(name => said.split('&').includes(name))
  if (shown.length === 0) return null
  const query = new URLSearchParams(search)
  const given = shown.map(name => `${name}=${query.get(name)}`).join('、')
  const drop = () => {
    for (const name of shown) query.delete(name)
    const kept = query.toString()
    go(kept ? `${path}?${kept}` : path, true)
  }
  return (
    <Alert
      className={css.unread ?? ''}
      type="warning"
      banner
      title={`地址里的 ${given} 没有起作用：这里没有这个名称，或取值不对`}
      action={
        <Button size="small" onClick={drop}>
          去掉
        </Button>
      }
    />
  )
}
