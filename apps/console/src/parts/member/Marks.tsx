import type { ConsoleGiven } from '@tianping/contract/console'
import { Tag } from 'antd'
import { href } from '../../app/address.ts'
import { Status } from '../../ui/values/Status.tsx'
import css from './marks.module.css'

type Figures = ConsoleGiven<'POST /api/console/deposits/show'>['member']

/** The tags of a member and a watch that runs; the server leaves out what may not be known. */
export function Marks({ figures: { tags, watch } }: { figures: Figures }) {
  if (tags.length === 0 && !watch) return null
  return (
    <div className={css.marks} role="group" aria-label="会员标记">
      {watch && (
        <span className={css.watch}>
          <Status tone="waiting">{`关注中：${watch.reason}`}</Status>
          <small>
            {watch.set_by} {watch.set_at.slice(0, 16)}
            {watch.until && `，至 ${watch.until}`}
          </small>
        </span>
      )}
      {tags.map(tag => (
        <Tag key={tag.tag_id}>
          <a href={href('/members', { tag: tag.tag_id })}>{tag.name}</a>
        </Tag>
      ))}
    </div>
  )
}
