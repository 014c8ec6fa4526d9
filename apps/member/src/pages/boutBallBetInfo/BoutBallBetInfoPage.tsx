import { Article } from '../../app/article/Article.tsx'
import { href } from '../../app/routes/paths.ts'
import { useQueryOf } from '../../app/routes/router.tsx'
import { ButtonLink } from '../../ui/Button.tsx'

/** One help article; customer service is offered once there is something to ask about. */
export default function BoutBallBetInfoPage() {
  const { type } = useQueryOf('/boutBallBetInfo')
  return (
    <main className="page stack">
      <Article type={Number(type)}>
        <ButtonLink kind="tonal" size={44} block icon="headset" href={href('/kefu')}>
          没有解决？联系人工客服
        </ButtonLink>
      </Article>
    </main>
  )
}
