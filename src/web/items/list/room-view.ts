import { useKeptChoice } from '../../lib/use-preference.ts'

export type RoomView = 'schedule' | 'compact'

/** Screens wide enough for a choice of views. */
export const DESK = '(min-width: 1081px)'

export const useRoomView = () => {
  const [kept, setView] = useKeptChoice('room-view')
  const view: RoomView = kept === 'compact' ? 'compact' : 'schedule'
  return { view, setView }
}
