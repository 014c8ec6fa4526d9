import { useAnswer } from '../../app/calls.ts'
import { href } from '../../app/routes/paths.ts'
import { useLoggedIn } from '../../app/session.ts'
import { LinkRow, List } from '../../ui/List.tsx'
import css from './activity.module.css'

/** The way to tournaments; nothing while there are none for the member. */
export function Tournaments() {
  const held = useLoggedIn()
  const { data } = useAnswer('POST /api/tournaments', { page: 1 }, { enabled: held })
  const running = data?.data.filter(({ standing }) => standing !== 'ended') ?? []
  const [first] = running
  if (!held || !first) return null
  return (
    <div className={css.races}>
      <List>
        <LinkRow
          icon="trophy"
          title="锦标赛"
          note={running.length > 1 ? `${first.name} 等 ${running.length} 个` : first.name}
          href={href('/tournaments')}
        />
      </List>
    </div>
  )
}
