import { Drawer, type DrawerProps } from 'antd'

type Props = Pick<DrawerProps, 'title' | 'extra' | 'children'> & {
  size: number
  onClose: () => void
}

/**
 * What a figure is made of, beside the report. The second press of a double press falls on the veil
 * that the first one laid; it does not close what it was meant to open.
 */
export const PartsDrawer = ({ onClose, ...props }: Props) => (
  <Drawer open onClose={event => event.detail !== 2 && onClose()} {...props} />
)
