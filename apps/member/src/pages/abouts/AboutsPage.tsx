import { Article } from '../../app/article/Article.tsx'
import { href, titleOf } from '../../app/routes/paths.ts'
import { useQueryOf } from '../../app/routes/router.tsx'
import { LinkRow, List } from '../../ui/List.tsx'

/** Terms and rules (5) or the privacy policy (6), each with the way to the other. */
export default function AboutsPage() {
  const { type } = useQueryOf('/abouts')
  const other = type === '6' ? '5' : '6'
  return (
    <main className="page stack">
      <Article type={Number(type)}>
        <List icons>
          <LinkRow
            icon={other === '6' ? 'lock' : 'receipt'}
            title={titleOf('/abouts', `type=${other}`)}
            href={href('/abouts', { type: other })}
          />
          <LinkRow icon="help" title="帮助中心" href={href('/boutBallBet')} />
        </List>
      </Article>
    </main>
  )
}
