import { clubs, type ClubType } from '../../app/clubs.ts'
import { href } from '../../app/routes/paths.ts'
import { Icon } from '../../ui/picture/Icon.tsx'
import { EndLine } from '../../ui/states.tsx'
import css from './zhanzhu.module.css'

/** The two clubs that are our partners. */
export default function ZhanzhuPage() {
  return (
    <main className="page">
      <h1 className={css.title}>
        赞助伙伴<span className="t-13 muted">与热爱足球的人同行</span>
      </h1>
      <div className="stack">
        {(Object.keys(clubs) as ClubType[]).map(type => {
          const club = clubs[type]
          return (
            <a key={type} className={`card ${css.club}`} href={href('/zhanzhuye', { type })}>
              <span className={`${css.field} ${css[`side${type}`]}`}>
                <img src={club.crest} width={168} height={168} alt="" />
              </span>
              <span className={css.cap}>
                <span>
                  <b className="t-17">{club.name}</b>
                  <br />
                  <span className="t-13 muted">
                    {club.kind}&ensp;·&ensp;成立于 {club.founded}
                  </span>
                </span>
                <Icon name="go" size={20} className="faint" />
              </span>
            </a>
          )
        })}
      </div>
      <EndLine text="没有更多了" />
    </main>
  )
}
