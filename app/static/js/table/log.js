// Times of the log in the phone's own time zone; without this script they are in universal time.
import { timeOfDay } from "../shared/i18n.js";

for (const time of document.querySelectorAll("time[datetime]")) {
  const at = new Date(time.dateTime);
  if (!Number.isNaN(at.getTime())) time.textContent = timeOfDay(at);
}
