import { TextField } from '../../ui/field/Field.tsx'
import css from './login.module.css'

type Props = {
  value: string
  onChange: (value: string) => void
  error: string | null
  src: string
  onRoll: () => void
  maxLength: number
}

/** The captcha: what the image shows goes into the field; a touch on the image draws another. */
export const CaptchaField = ({ src, onRoll, ...field }: Props) => (
  <TextField
    {...field}
    icon="shield"
    placeholder="验证码"
    autoComplete="off"
    end={
      <button type="button" className={css.captcha} aria-label="换一张" onClick={onRoll}>
        <img src={src} width={112} height={44} alt="验证码图片" />
      </button>
    }
  />
)
