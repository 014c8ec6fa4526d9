import { Icon } from '../ui/picture/Icon.tsx'
import { shapes, type IconName } from '../ui/picture/icons.ts'
import { Picture } from '../ui/picture/Picture.tsx'
import { pictures, type PictureName } from '../ui/picture/pictures.ts'
import { Example } from './Example.tsx'

const sizes = [16, 20, 24, 28] as const

export const Pictures = () => (
  <>
    <Example name="Icon: 16, 20, 24, 28">
      {sizes.map(size => (
        <Icon key={size} name="wallet" size={size} />
      ))}
    </Example>
    <Example name={`Icon: all ${Object.keys(shapes).length}`}>
      {(Object.keys(shapes) as IconName[]).map(name => (
        <span key={name} title={name}>
          <Icon name={name} />
        </span>
      ))}
    </Example>
    <Example name="Picture">
      {(Object.keys(pictures) as PictureName[]).map(name => (
        <Picture key={name} name={name} width={104} />
      ))}
    </Example>
  </>
)
