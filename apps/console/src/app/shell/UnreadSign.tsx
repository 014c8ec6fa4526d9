import { Alert, Button } from 'antd'
import { go, useAddress } from '../address.ts'
import css from './shell.module.css'

/** Says what of the address no part of the room reads, and takes it out. */
export function UnreadSign({ names }: { names: readonly string[] }) {
  const { path, search } = useAddress()
  const query = new URLSearchParams(search)
  const given = names.map(name => `${name}=${query.get(name)}`).join('、')
  const drop = () => {
    for (const name of names) query.delete(name)
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
