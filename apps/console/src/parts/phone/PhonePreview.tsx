import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { call } from '../../app/api.ts'
import css from './phone.module.css'

const most = 16_000

/** HTML as a member's phone shows it, after the server took out what may not stand there. */
export function PhonePreview({ title, html }: { title: string; html: string }) {
  const asked = useDeferredValue(html.slice(0, most))
  const name = 'POST /api/console/site/preview'
  const shown = useQuery({
    queryKey: [name, asked],
    queryFn: ({ signal }) => call(name, { html: asked }, signal),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 30_000,
    meta: { inPlace: true },
  })
  return (
    <section className={css.phone} aria-label="手机预览">
      <header>{title || '标题'}</header>
      {/* The server sanitises it with the same function as the members' pages. */}
      <div className={css.content} dangerouslySetInnerHTML={{ __html: shown.data?.html ?? '' }} />
    </section>
  )
}
