import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { Alert } from '../../ui/Card.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { Browsers } from './Browsers.tsx'
import { Kinds } from './Kinds.tsx'
import { useNotices } from './useNotices.ts'

/** How letters reach the member when the app is closed. */
export default function NoticesPage() {
  const answer = useNotices()
  const { data } = answer
  return (
    <main className="page stack">
      <Alert kind="blue" icon="speaker">
        所有消息始终在站内信中。推送与邮件标题只写概括文字，不写金额与结果。
      </Alert>
      {answer.isError && !data && <FailedAnswer of={answer} />}
      {answer.isPending && <SkeletonRows rows={4} />}
      {data && data.key !== '' && <Browsers notices={data} />}
      {data && <Kinds notices={data} />}
    </main>
  )
}
