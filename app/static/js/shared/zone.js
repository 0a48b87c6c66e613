// The phone's time zone for the days that the server writes: on sheets, in lists, in the names of files. Without it they
// are those of universal time.
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
if (timeZone) document.cookie = `zone=${timeZone}; path=/; max-age=31536000; samesite=lax`;
