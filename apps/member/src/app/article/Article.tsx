import type { ReactNode } from 'react'
import { Card } from '../../ui/Card.tsx'
import { Rich } from '../../ui/Rich.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { FailedAnswer } from '../FailedAnswer.tsx'
import { useAnswer } from '../calls.ts'
import css from './article.module.css'

/** One article of the operator's; `children` follow once its content is there. */
export function Article({ type, children }: { type: number; children?: ReactNode }) {
  const article = useAnswer('POST /api/article', { type })
  const { data } = article
  if (!data) return article.isError ? <FailedAnswer of={article} /> : <Coming />
  if (data.content === '') return <Empty>内容正在整理，请稍后再来</Empty>
  return (
    <>
      <Card>
        <h2 className="sr">正文</h2>
        <Rich html={data.content} />
      </Card>
      {children}
    </>
  )
}

const widths = ['40%', '100%', '92%', '64%', '100%', '78%']

const Coming = () => (
  <section className={`card card--pad ${css.coming}`} aria-busy="true" aria-label="加载中">
    {widths.map((width, i) => (
      <Skeleton key={i} width={width} height="16px" />
    ))}
  </section>
)
