import { Alert, Button } from 'antd'
import { amend, useAddress } from '../address.ts'
import css from './shell.module.css'

/** Parts of the address that are said: anybody may have written the link. */
const MOST = 3
/** Characters of one of them. */
const LONGEST = 40

const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text)

/** Says what of the address no part of the room reads, and takes it out. */
export function UnreadSign({ names }: { names: readonly string[] }) {
  const { path, search } = useAddress()
  const query = new URLSearchParams(search)
  const said = names.slice(0, MOST).map(name => cut(`${name}=${query.get(name)}`))
  const given = said.join('、') + (names.length > MOST ? ` 等 ${names.length} 项` : ' ')
  const drop = () =>
    amend(path, now => {
      const kept = new URLSearchParams(now)
      for (const name of names) kept.delete(name)
      return kept.toString()
    })
  return (
    <Alert
      className={css.unread ?? ''}
      type="warning"
      banner
      title={`地址里的 ${given}没有起作用：这里没有这个名称，或取值不对`}
      action={
        <Button size="small" onClick={drop}>
          去掉
        </Button>
      }
    />
  )
}
