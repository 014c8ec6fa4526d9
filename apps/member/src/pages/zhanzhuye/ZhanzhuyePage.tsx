import { clubs } from '../../app/clubs.ts'
import { Frame } from '../../app/Frame.tsx'
import { back } from '../../app/routes/navigation.ts'
import { useQueryOf } from '../../app/routes/router.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { Pairs } from '../../ui/List.tsx'
import { useReach } from './useReach.ts'
import css from './zhanzhuye.module.css'

/**
 * A sponsored club: the encyclopedia's page in a frame, or our own words when it cannot be reached.
 */
export default function ZhanzhuyePage() {
  const { type } = useQueryOf('/zhanzhuye')
  const club = clubs[type]
  const [reach, again] = useReach(club.encyclopedia)
  return (
    <div className={reach === 'there' ? css.whole : undefined}>
      <header className={`bar ${css.bar}`}>
        <button type="button" className="icon-btn" aria-label="返回" onClick={back}>
          <span className={css.back}>
            <Icon name="back" size={20} />
          </span>
        </button>
        <img src={club.crest} width={36} height={36} alt="" />
        <h1>{club.name}</h1>
      </header>
      {reach === 'there' ? (
        <main className={css.room}>
          <Frame src={club.encyclopedia} title={`${club.name}百科`} may="reading" />
        </main>
      ) : (
        <main className="page stack">
          <div className={css.crest}>
            <img src={club.crest} width={200} height={200} alt={`${club.name}队徽`} />
          </div>
          <Card>
            <h2 className="t-17">{club.name}</h2>
            <p className={css.story}>{club.story}</p>
            <Pairs
              pairs={[
                { label: '合作身份', value: club.kind },
                { label: '成立', value: club.founded },
                { label: '主场', value: club.home },
              ]}
            />
          </Card>
          <p className={css.state} role="status">
            {reach === 'asking' ? '正在打开百科页面…' : '百科页面暂时无法打开'}
          </p>
          {reach === 'lost' && (
            <Button kind="tonal" size={44} block icon="refresh" onClick={again}>
              重试
            </Button>
          )}
        </main>
      )}
    </div>
  )
}
