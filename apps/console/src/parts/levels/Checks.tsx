import type { ConsoleRowOf } from '@tianping/contract/console'
import { releaseChecks, type ReleaseCheck } from '@tianping/contract/vip/facts'
import css from './levels.module.css'

export type Release = ConsoleRowOf<'POST /api/console/vip-releases/list'>

const names = Object.keys(releaseChecks) as ReleaseCheck[]

/** The three checks with their days and what each found. */
export const Checks = ({ release }: { release: Release }) => (
  <dl className={css.checks}>
    {names.map(name => (
      <div key={name}>
        <dt>
          {releaseChecks[name]} {release[`${name}_on`]}
        </dt>
        <dd>{release[name]}</dd>
      </div>
    ))}
  </dl>
)
