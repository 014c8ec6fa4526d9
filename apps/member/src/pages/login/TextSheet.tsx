import { Article } from '../../app/article/Article.tsx'
import { Sheet } from '../../ui/layer/Sheet.tsx'

type Props = { open: boolean; type: '5' | '6'; title: string; onClose: () => void }

/** A text that is agreed to. */
export const TextSheet = ({ open, type, title, onClose }: Props) => (
  <Sheet open={open} title={title} onClose={onClose}>
    <Article type={Number(type)} />
  </Sheet>
)
