import { Icon } from '../ui/picture/Icon.tsx'
import { shapes, type IconName } from '../ui/picture/icons.ts'
import { Picture } from '../ui/picture/Picture.tsx'
import { pictures } from '../ui/picture/pictures.ts'
import { scales } from '../ui/picture/scales.ts'
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
      {[...Object.values(pictures), scales].map(shapes => (
        <Picture key={shapes} shapes={shapes} width={104} />
      ))}
    </Example>
  </>
)
