import { useApp, useRules } from '../../app/account.ts'
import { href } from '../../app/routes/paths.ts'
import css from './home.module.css'

/** Who runs the site, for whom it is not, and where limits, help and an independent word are. */
export function Foot() {
  const foot = useApp()?.foot
  const { min_age } = useRules()
  const body = foot?.dispute_body
  return (
    <footer className={css.foot}>
      <p className={css.tools}>
        <a className="link" href={href('/protect')}>
          理性博彩：设置限额
        </a>
        <a className="link" href={href('/boutBallBetInfo', { type: '8' })}>
          未满{min_age}岁禁止参与
        </a>
        {foot?.help_url && (
          <a className="link" href={foot.help_url} rel="noreferrer">
            专业援助
          </a>
        )}
      </p>
      <p>
        <b className={css.age} aria-hidden="true">
          {min_age}+
        </b>
        {foot?.harm_message}
      </p>
      {foot?.licensee && (
        <p>
          {foot.licensee}
          {foot.licence && `，${foot.licence}`}
        </p>
      )}
      {body && (
        <p>
          争议解决：
          {body.url ? (
            <a className="link" href={body.url} rel="noreferrer">
              {body.name}
            </a>
          ) : (
            body.name
          )}
        </p>
      )}
    </footer>
  )
}
